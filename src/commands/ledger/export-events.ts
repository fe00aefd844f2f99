import type { Column } from '../../render/view.ts';
import type { CommandInput, CommandResult, Deps } from '../../shell/command-definition.ts';
import { textOption } from '../typed-values.ts';
import { countingFacts } from './counting-facts.ts';
import { MOVED_BOOK_COLUMNS } from './moved-book-columns.ts';

/** Every fact of the ledger as lines of JSON: to standard output, or to a new file and what they add up to. */
export async function exportEvents(input: CommandInput, deps: Deps): Promise<CommandResult> {
  const typed = textOption(input, 'out');
  const out = typed === '-' ? undefined : typed;
  const room = await deps.rooms.moving();
  const onFacts = countingFacts(deps, 'exported', out !== undefined);
  const { text, book } = room.events(onFacts);
  if (out === undefined) {
    const notices: string[] = [];
    async function* told(): AsyncGenerator<string> {
      yield* text;
      const { facts, loans, anchor } = book();
      notices.push(`${facts} facts, ${loans} loans, sealed up to ${anchor?.sequence ?? 0}`);
    }
    return { ok: true, data: null, view: { shape: 'text', text: '' }, stream: told(), notices };
  }
  const problem = await deps.rooms.writeNewFile(out, text);
  deps.passing(null);
  if (problem !== null) return { ok: false, problem };
  return {
    ok: true,
    data: { path: out, ...book() },
    view: { shape: 'record', columns: COLUMNS },
    notices: [`next, where it is to be: loandesk ledger import ${out} --ledger NEW`],
  };
}

const COLUMNS: readonly Column[] = [{ key: 'path', title: 'Written to', kind: 'id' }, ...MOVED_BOOK_COLUMNS];
