import { expect, it } from 'vitest';
import { command as undo } from '../../src/commands/pay/undo.ts';
import { withTypedIds } from '../../src/shell/typed-names.ts';

it.each([
  ['Look at it: loandesk pay batches show BAT', 'Look at it: loandesk pay batches show BAT-7K3QX9B2Y'],
  ['Did you mean BAT-7K3QX9B23?', 'Did you mean BAT-7K3QX9B23?'],
])('a hint has the id that was typed in place of its name: %s', (hint, said) => {
  const typed = { definition: undo, input: { args: ['BAT-7K3QX9B2Y'], options: {} } };
  expect(withTypedIds(hint, typed as unknown as Parameters<typeof withTypedIds>[1])).toBe(said);
});
