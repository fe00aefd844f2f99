import type { Problem } from '../contract/problem.ts';
import { jsonText } from '../render/json.ts';
import type { CommandDefinition, CommandInput, Deps } from '../shell/command-definition.ts';
import { textOption } from './typed-values.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** `api METHOD PATH`: a raw signed-in request. */
export const command: CommandDefinition = {
  path: ['api'],
  says: 'Send a raw signed-in request to a server and print what it answers.',
  more: 'Fields go into the query of a GET and into a JSON object elsewhere. A write carries an idempotency key like any other, and its result can be found out with "pending".',
  args: [
    {
      name: 'METHOD',
      says: 'GET, POST, …',
      asks: 'Which method?',
      required: true,
      choices: METHODS,
    },
    { name: 'PATH', says: 'path on the server, with its query if it has one', required: true },
  ],
  options: [
    {
      flag: '--field',
      aliases: ['-f'],
      value: { name: 'K=V', kind: 'text' },
      says: 'a field of the query or the body, as text',
      repeatable: true,
    },
    {
      flag: '--input',
      value: { name: 'FILE', kind: 'file' },
      says: 'the body as JSON, - for standard input',
    },
  ],
  examples: [
    { line: 'loandesk api GET /api/v1/loans -f status=overdue', says: 'as the server answers it' },
    { line: 'loandesk api POST /api/v1/loans/LN-7K3QX9B23/payments --input payment.json', says: 'signed' },
  ],
  writes: false,
  exitCodes: [3, 4, 5, 6, 7],
  async run(input, deps) {
    const method = (input.args[0] ?? '').toUpperCase();
    const fields = fieldsOf(input);
    if (fields === null) return usage('A field is written K=V.', 'Such as -f status=overdue.');
    const isRead = method === 'GET' || method === 'HEAD';
    const body = await bodyOf(input, fields, isRead, deps);
    if (body !== null && typeof body !== 'string') return { ok: false, problem: body };
    const path = withQuery(input.args[1] ?? '', isRead ? fields : []);
    if (deps.dryRun && !isRead) {
      const data = { method, path, body: body === null ? null : JSON.parse(body), dry_run: true };
      return { ok: true, data, view: { shape: 'text', text: `${jsonText(data, 2)}\n` } };
    }
    const room = await deps.rooms.rawRequests();
    try {
      const answer = await room.send(method, path, body);
      if (!answer.ok) return { ok: false, problem: answer.problem };
      const data = 'json' in answer.value ? answer.value.json : answer.value.text;
      const text = 'json' in answer.value ? `${jsonText(data, 2)}\n` : answer.value.text;
      return { ok: true, data, view: { shape: 'text', text } };
    } finally {
      // What is still to be remembered of a write is only so until this is printed, which nothing comes before now.
      await room.close();
    }
  },
};

type Field = readonly [string, string];

function fieldsOf(input: CommandInput): readonly Field[] | null {
  const given = input.options.field;
  const fields = (Array.isArray(given) ? (given as readonly string[]) : []).map((pair) => {
    const at = pair.indexOf('=');
    return at < 1 ? null : ([pair.slice(0, at), pair.slice(at + 1)] as const);
  });
  return fields.some((field) => field === null) ? null : (fields as readonly Field[]);
}

async function bodyOf(
  input: CommandInput,
  fields: readonly Field[],
  isRead: boolean,
  deps: Deps,
): Promise<string | null | Problem> {
  const file = textOption(input, 'input');
  if (file === undefined)
    return isRead || fields.length === 0 ? null : JSON.stringify(Object.fromEntries(fields));
  if (isRead || fields.length > 0) {
    const detail = isRead ? 'A read has no body.' : '--input and -f are both a body.';
    return { code: 'usage', detail, hint: 'Give one of them.' };
  }
  const text = await deps.readText(file);
  if (typeof text !== 'string') return text;
  try {
    JSON.parse(text);
    return text;
  } catch {
    return { code: 'malformed_json', detail: `${file} is not JSON.` };
  }
}

function withQuery(path: string, fields: readonly Field[]): string {
  if (fields.length === 0) return path;
  const query = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value]));
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

function usage(detail: string, hint: string): { ok: false; problem: Problem } {
  return { ok: false, problem: { code: 'usage', detail, hint } };
}
