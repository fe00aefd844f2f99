import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../src/domain/refusal.ts';
import { parseStatusWords } from '../../src/ingest/sign-and-status.ts';

function parsed(text: string) {
  const words = parseStatusWords(text);
  return isRefusal(words) ? words.message : Object.fromEntries(words);
}

describe('the words of --status', () => {
  it('are read in every language, with blanks in them', () => {
    expect(parsed('posted=Succeeded,In Full,تم failed=Bounced  reversed=Refunded,مستردة')).toEqual({
      succeeded: 'posted',
      'in full': 'posted',
      تم: 'posted',
      bounced: 'failed',
      refunded: 'reversed',
      مستردة: 'reversed',
    });
  });

  it.each([
    ['Succeeded', '"Succeeded" is not status=word,word'],
    ['postd=A', 'there is no status "postd"; did you mean posted?'],
    ['posted=', 'posted has no words'],
    ['posted=A failed=a', '"a" cannot be posted and failed'],
  ])('"%s" is refused', (text, why) => {
    expect(parsed(text)).toBe(`--status: ${why}.`);
  });
});
