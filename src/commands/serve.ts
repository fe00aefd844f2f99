import type { Problem } from '../contract/problem.ts';
import type { CommandDefinition, CommandInput } from '../shell/command-definition.ts';
import { textOption } from './typed-values.ts';

const LARGEST_PORT = 65_535;
const REQUESTS_PER_MINUTE = 600;
const SIGN_INS_PER_MINUTE = 10;
const HIGHEST_LIMIT = 1_000_000;

/** `serve`: the ledger over HTTP, until it is told to stop. */
export const command: CommandDefinition = {
  path: ['serve'],
  says: 'Serve the ledger over HTTP, until it is told to stop.',
  more: 'Logs one JSON line a request on stderr. SIGTERM stops it: what is in flight is finished first.',
  args: [],
  options: [
    {
      flag: '--database-url',
      value: { name: 'URL', kind: 'text' },
      says: 'a ledger in PostgreSQL, such as postgres://user@host/database; the same as --ledger',
    },
    { flag: '--host', value: { name: 'HOST', kind: 'text' }, says: 'where to listen (default: 127.0.0.1)' },
    {
      flag: '--port',
      value: { name: 'PORT', kind: 'integer' },
      says: 'port to listen on (default: 8080); 0 takes any free one',
    },
    {
      flag: '--tls-cert',
      value: { name: 'FILE', kind: 'file' },
      says: 'certificate with its chain, PEM; needs --tls-key',
    },
    {
      flag: '--tls-key',
      value: { name: 'FILE', kind: 'file' },
      says: 'private key of the certificate, PEM',
    },
    {
      flag: '--rate-limit',
      value: { name: 'N|off', kind: 'integer', words: ['off'] },
      says: `requests a minute per token (default: ${REQUESTS_PER_MINUTE})`,
    },
    {
      flag: '--sign-in-limit',
      value: { name: 'N|off', kind: 'integer', words: ['off'] },
      says: `sign-ins a minute per address (default: ${SIGN_INS_PER_MINUTE}); behind a proxy all come from its address`,
    },
  ],
  examples: [
    { line: 'loandesk serve', says: 'on this machine only, at http://127.0.0.1:8080' },
    {
      line: 'loandesk serve --host 0.0.0.0 --port 443 --tls-cert cert.pem --tls-key key.pem',
      says: 'for others',
    },
    {
      line: 'loandesk serve --database-url postgres://desk@db.bank.example/loans',
      says: 'on PostgreSQL; several may serve one database',
    },
  ],
  writes: true,
  localOnly: true,
  async run(input, deps) {
    if (deps.dryRun) return refused('Serving cannot be tried dry.', 'Leave --dry-run out.');
    const port = bounded(input, 'port', 0, LARGEST_PORT, 8080);
    const requests = limitOf(input, 'rateLimit', REQUESTS_PER_MINUTE);
    const signIns = limitOf(input, 'signInLimit', SIGN_INS_PER_MINUTE);
    for (const read of [port, requests, signIns]) {
      if (read !== null && typeof read !== 'number') return { ok: false, problem: read };
    }
    const certFile = textOption(input, 'tlsCert');
    const keyFile = textOption(input, 'tlsKey');
    if ((certFile === undefined) !== (keyFile === undefined)) {
      return refused('--tls-cert and --tls-key go together.', 'Give both, or neither.');
    }
    const ended = await deps.rooms.serve({
      host: textOption(input, 'host') ?? '127.0.0.1',
      port: port as number,
      tls: certFile === undefined || keyFile === undefined ? null : { certFile, keyFile },
      requestsPerMinute: requests as number | null,
      signInsPerMinute: signIns as number | null,
    });
    if (typeof ended !== 'number') return { ok: false, problem: ended };
    return { ok: true, data: null, view: { shape: 'text', text: '' }, exitCode: ended };
  },
};

function limitOf(input: CommandInput, option: 'rateLimit' | 'signInLimit', usual: number) {
  return textOption(input, option) === 'off' ? null : bounded(input, option, 1, HIGHEST_LIMIT, usual);
}

function bounded(
  input: CommandInput,
  option: 'port' | 'rateLimit' | 'signInLimit',
  least: number,
  most: number,
  usual: number,
): number | Problem {
  const typed = textOption(input, option);
  if (typed === undefined) return usual;
  const value = /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN;
  if (value >= least && value <= most) return value;
  const flag = { port: '--port', rateLimit: '--rate-limit', signInLimit: '--sign-in-limit' }[option];
  const detail = `${flag} must be a whole number from ${least} to ${most}, not "${typed}".`;
  return { code: 'usage', detail, hint: 'See "loandesk help serve".' };
}

function refused(detail: string, hint: string) {
  return { ok: false, problem: { code: 'usage', detail, hint } } as const;
}
