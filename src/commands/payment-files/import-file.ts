import type { OperationInput } from '../../contract/operation-types.ts';
import type { PackedParts } from '../../contract/packed-parts.ts';
import type { Outcome, Problem } from '../../contract/problem.ts';
import { isUnsure } from '../../domain/unsure-row.ts';
import { groupThousands } from '../../render/cell-values.ts';
import type { Deps } from '../../shell/command-definition.ts';
import type { Batch, ImportedFile } from './batch-document.ts';
import { batchInWords, isProposal } from './batch-in-words.ts';
import { EarlyResultFile } from './early-result-file.ts';
import type { FileReader } from './file-reader.ts';
import type { PaymentFile } from './read-payment-file.ts';
import { resultRows } from './result-rows.ts';

type FileTold = OperationInput<'payment_batches.plan'>['file'];

/** How the files of a run are taken. */
export interface ImportChoices
  extends Pick<
    FileTold,
    'use_value_date' | 'strict_balances' | 'strict_sequence' | 'expect_count' | 'expect_total' | 'on_error'
  > {
  /** Of rows that name none; null: as the source says. */
  readonly method: FileTold['method'] | null;
  readonly resultsFolder: string | null;
}

/** A file taken, with what there is to say of it. */
export interface TakenFile extends ImportedFile {
  readonly notices: readonly string[];
  /** A file about it could not be written. */
  readonly isUntold: boolean;
}

/** With `--yes` nobody has agreed to a plan, so it is made anew when others wrote meanwhile; not for ever. */
const MOST_PLANS = 5;
/** Rows from which a log is told what goes on after the reading. */
const MANY_ROWS = 10_000;

/** One file being taken. */
interface Taking {
  readonly path: string;
  readonly file: PaymentFile;
  readonly digest: string;
  readonly parts: PackedParts;
  readonly choices: ImportChoices;
  readonly deps: Deps;
  readonly result: EarlyResultFile;
}

/**
 * Plans a file, asks, posts the plan as a whole or nothing of it, and writes what became of its rows beside it.
 * A dry run only plans.
 */
export async function importFile(
  path: string,
  reader: FileReader,
  choices: ImportChoices,
  deps: Deps,
): Promise<Outcome<TakenFile>> {
  const read = await reader.read(path);
  const result = new EarlyResultFile((batch, after) =>
    deps.rooms.writeResultFile(placeOf(path, batch, choices), 'result.csv', resultRows(batch), after),
  );
  try {
    return await planAndPost({ path, ...read, choices, deps, result });
  } finally {
    await result.drop();
  }
}

async function planAndPost(taking: Taking): Promise<Outcome<TakenFile>> {
  const { path, file, digest, parts, choices, deps, result } = taking;
  const input = { file: fileTold(path, file, digest, choices), parts };
  const backend = await deps.backend();
  const tell = (doing: string) => {
    if (!deps.passing(`${path}: ${doing}`) && parts.length > MANY_ROWS) deps.progress(`${path}: ${doing}`);
  };
  for (let plans = 1; ; plans++) {
    tell('planning');
    const planned = await backend.call('payment_batches.plan', input, deps.dryRun ? { dryRun: true } : {});
    deps.passing(null);
    if (!planned.ok) return planned;
    const plan = planned.value;
    if (deps.dryRun) {
      const batch = { ...plan, dry_run: true };
      return { ok: true, value: { path, batch, notices: batchInWords({ path, batch }), isUntold: false } };
    }
    // Before anything is posted: what became of the rows has to be kept somewhere.
    await deps.rooms.checkResultPlace(placeOf(path, plan, choices));
    if (plan.batch_id === null) return { ok: true, value: await taken(taking, plan) };
    const agreed = await askToPost(path, plan, deps, backend.describedAs);
    if (agreed !== true) return { ok: false, problem: agreed };
    tell('posting');
    const { batch_id, plan_digest } = plan;
    const foretold = (answer: unknown) => result.begin(answer as Batch);
    const posted = await backend.call('payment_batches.post', { batch_id, plan_digest }, { foretold });
    deps.passing(null);
    if (posted.ok) return { ok: true, value: await taken(taking, posted.value) };
    if (posted.problem.code !== 'plan_changed' || plans === MOST_PLANS) return posted;
    if (!deps.assumeYes) deps.progress('The ledger has changed meanwhile. This is the plan now:');
  }
}

function fileTold(path: string, file: PaymentFile, digest: string, choices: ImportChoices): FileTold {
  const { method, resultsFolder: _resultsFolder, ...told } = choices;
  return {
    ...told,
    digest,
    source_format: file.format,
    file_name: path === '-' ? null : (path.split(/[\\/]/).at(-1) ?? path),
    source_name: file.profile,
    method: method ?? (file.paymentMethod as FileTold['method']),
    has_account: !file.staff,
    // A service of before knows no such word.
    ...(file.ofRejected ? { of_rejected: true } : {}),
  };
}

async function askToPost(path: string, plan: Batch, deps: Deps, place: string): Promise<true | Problem> {
  if (deps.assumeYes) return true;
  const unposted = { ...plan, dry_run: true };
  const sums = plan.outcomes.post.map(
    ({ count, sum, currency }) => `${count} of ${groupThousands(sum)} ${currency}`,
  );
  const what = plan.new_rows === 0 ? 'statement' : 'rows';
  const question =
    sums.length === 0 ? `Keep its ${what} in the ${place}?` : `Post ${sums.join(', ')} to the ${place}?`;
  const defaultYes = plan.warnings.every(isProposal) && plan.outcomes.refused.length === 0;
  return deps.confirm(batchInWords({ path, batch: unposted }), question, { defaultYes });
}

/** Where the files about a run go. */
function placeOf(path: string, { batch_id }: Batch, { resultsFolder: folder }: ImportChoices) {
  return { inputPath: path, folder, ...(batch_id === null ? {} : { stdinName: batch_id }) };
}

/** Writes the files about a run, which by now has done what it does: that one cannot be written is told. */
async function taken({ path, file, choices, deps, result }: Taking, batch: Batch): Promise<TakenFile> {
  const isAsked = !deps.assumeYes && batch.batch_id !== null;
  const notices = isAsked ? [`Posted as ${batch.batch_id}.`] : batchInWords({ path, batch });
  if (!isAsked && batch.batch_id !== null) notices.push(`  batch ${batch.batch_id}`);
  if (batch.verdict === 'nothing_posted') notices.push(`Nothing of ${path} was posted.`);
  let isUntold = false;
  const tellWritten = async (what: string, write: () => Promise<string>) => {
    try {
      notices.push(`${what} ${await write()}`);
    } catch (error) {
      const { problem } = error as { readonly problem?: Problem };
      if (problem === undefined) throw error;
      isUntold = true;
      notices.push(`warning: what became of the rows could not be kept: ${problem.detail}`);
    }
  };
  await tellWritten('What became of its rows is in', () => result.written(batch));
  const rejected = choices.on_error === 'reject' ? rejectedOf(batch) : [];
  if (rejected.length > 0) {
    await tellWritten('Refused rows, to be corrected and imported, are in', () =>
      deps.rooms.writeRejectedRows(placeOf(path, batch, choices), file, rejected),
    );
  }
  return { path, batch, notices: [...notices, ...nextSteps(batch, choices)], isUntold };
}

/** What a person does about what was not posted; nothing where nothing waits. */
function nextSteps(batch: Batch, { on_error }: ImportChoices): string[] {
  const { verdict, outcomes, file_faults } = batch;
  if (verdict !== 'nothing_posted') {
    return outcomes.held.length > 0 ? [...unsureInWords(batch), 'next: loandesk pay review ls'] : [];
  }
  const mayLeaveOut = on_error === 'stop' && file_faults.length === 0 && outcomes.post.length > 0;
  return mayLeaveOut ? ['next: correct the file, or leave its refused rows out with --on-error reject'] : [];
}

/** How many of the rows held may be known already, with the command that shows what the first may be. */
function unsureInWords({ rows }: Batch): string[] {
  let first: string | null = null;
  let count = 0;
  for (const { outcome, code, held_id } of rows) {
    if (outcome !== 'held' || held_id === null || !isUnsure({ code: code ?? '' })) continue;
    first ??= held_id;
    count += 1;
  }
  if (first === null) return [];
  const show = `loandesk pay review show ${first}`;
  const may = `${count.toLocaleString('en')} rows may be known already; what speaks for and against the first: ${show}`;
  return [count === 1 ? `1 row may be known already; what speaks for and against it: ${show}` : may];
}

function rejectedOf({ rows }: Batch) {
  const rejected: { line: number; place: string | null; code: string; reason: string }[] = [];
  for (const { outcome, line, place, code, reason } of rows) {
    if (outcome === 'refused') rejected.push({ line, place, code: code ?? '', reason: reason ?? '' });
  }
  return rejected;
}
