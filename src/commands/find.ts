import type { CommandDefinition } from '../shell/command-definition.ts';
import { given, textOption } from './typed-values.ts';

/** `find WORDS`: whatever answers to a name, an id, a number or an amount. */
export const command: CommandDefinition = {
  path: ['find'],
  says: 'Find merchants, users, applications, loans, payments and held rows by any id, alias, name, phone, account, reference or amount.',
  more: 'A name answers when it holds every word, whatever the letter case, Arabic spelling and digits. The beginning of an id or of a reference of a payment is enough; an amount is matched whole.',
  args: [{ name: 'WORDS', says: 'what to look for', required: true, variadic: true }],
  options: [
    { flag: '--size', value: { name: 'N', kind: 'integer' }, says: 'at most N of each kind; 20 by default' },
  ],
  examples: [
    { line: 'loandesk find nile textiles', says: 'whatever has both words in its name' },
    { line: 'loandesk find 1,134.72', says: 'everything of that amount' },
    { line: 'loandesk find "0100 123 4567"', says: 'whose phone is it?' },
  ],
  writes: false,
  calls: ['find.list'],
  async run(input, deps) {
    const backend = await deps.backend();
    const q = input.args.join(' ');
    const answer = await backend.call('find.list', {
      q,
      ...given({ size: textOption(input, 'size') }),
    });
    if (!answer.ok) return answer;
    const { more } = answer.value;
    return {
      ok: true,
      data: answer.value,
      notices:
        more.length === 0
          ? []
          : [`more answer of: ${more.join(', ').replaceAll('_', ' ')}; add words, or give --size`],
      view: {
        shape: 'list',
        rowsKey: 'matches',
        columns: [
          { key: 'kind', title: 'Kind', kind: 'id', words: (kind) => String(kind).replaceAll('_', ' ') },
          { key: 'id', title: 'Id', kind: 'id' },
          { key: 'matched', title: 'Found by', kind: 'id' },
          { key: 'value', title: 'Value', kind: 'text', wideOnly: true },
          { key: 'description', title: 'What', kind: 'text' },
          { key: 'amount', title: 'Amount', kind: 'money', wideOnly: true },
          { key: 'date', title: 'Date', kind: 'date', wideOnly: true },
          { key: 'command', title: 'See it with', kind: 'text' },
        ],
        empty: 'Nothing answers to this.',
      },
    };
  },
};
