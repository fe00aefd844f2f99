import { describe, expect, it } from 'vitest';
import { readStrictJson } from '../../src/domain/strict-json.ts';

describe('JSON as people must mean it', () => {
  it.each([
    ['{"a": 1, "b": [true, null]}', { a: 1, b: [true, null] }],
    [
      '{"amount": 1500.50, "n": 1e400, "k": 12345678901234567890}',
      { amount: '1500.50', n: '1e400', k: '12345678901234567890' },
    ],
    ['{"a": -5, "b": -0, "c": 0.1, "d": 1.0}', { a: -5, b: '-0', c: 0.1, d: '1.0' }],
    ['{"a": "1.50", "b": [10.25, 3]}', { a: '1.50', b: [10.25, 3] }],
    ['{"a": {"x": 1}, "b": {"x": 2}}', { a: { x: 1 }, b: { x: 2 } }],
    ['["a", "a", "{\\"a\\": 1, \\"a\\""]', ['a', 'a', '{"a": 1, "a"']],
  ])('reads %s', (text, value) => {
    expect(readStrictJson(text, 4)).toEqual({ ok: true, value });
  });

  it.each([
    ['{"a": 1, "a": 1}', 'it has "a" twice in one object'],
    ['[{"deep": {"b": 1, "\\u0062": 2}}]', 'it has "b" twice in one object'],
    ['{"__proto__": {}}', 'it has a field "__proto__"'],
    ['[[[[[1]]]]]', 'it nests deeper than 4 levels'],
    ['{"a": 01}', expect.stringMatching(/^it is not JSON \(/)],
    ['{"a": 1.}', expect.stringMatching(/^it is not JSON \(/)],
    ['[1,', expect.stringMatching(/^it is not JSON \(/)],
    ['', expect.stringMatching(/^it is not JSON \(/)],
  ])('refuses %s', (text, reason) => {
    expect(readStrictJson(text, 4)).toEqual({ ok: false, reason });
  });
});
