import { describe, expect, it } from 'vitest';
import { CLIENT_PROBLEM_KINDS } from '../../src/contract/client-problems.ts';
import { OPERATION_SCHEMAS } from '../../src/contract/operation-schemas.ts';
import type { OperationName } from '../../src/contract/operation-types.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { PROBLEM_KINDS } from '../../src/contract/problems.ts';
import { HANDLERS } from '../../src/service/handlers.ts';
import { CATALOGUE } from '../../src/shell/catalogue.ts';
import { sourceFilesUnder } from '../source-files.ts';

const NAMES = Object.keys(OPERATIONS) as OperationName[];

/** Operations no command asks for, and why. */
const WITHOUT_COMMAND: Partial<Record<OperationName, string>> = {
  'auth.token': 'the client asks it for "auth login"',
  'auth.refresh': 'the client asks it by itself when a token has expired',
  'auth.revoke': 'the client asks it for "auth logout"',
  'events.list': 'a feed for machines; "api GET /api/v1/events" shows it',
  'disbursements.get':
    'where the Location of a disbursement leads; at a terminal "disbursements ls" shows it',
  'payments.get': 'where the Location of a payment leads; at a terminal "loan payments" shows it',
  'merchants.put': 'for programs of the bank; at a terminal "merchants import" takes files',
  'merchants.add_orders': 'for programs of the bank; at a terminal "merchants import" takes files',
  'users.put': 'for programs of the bank; at a terminal "users import" takes files',
  'users.add_transactions': 'for programs of the bank; at a terminal "users import" takes files',
  'users.add_flags': 'for programs of the bank; at a terminal "users import" takes files',
  'loans.disbursements': 'the address beside that of the POST; at a terminal "disbursements ls LOAN"',
};

/** Codes that only the shell, the store or the HTTP face answers with: they belong to no operation. */
const OF_NO_OPERATION =
  /^(usage|declined|confirmation_needed|values_missing|file_|event_file_|server_|malformed_json|ledger_|internal|plan_changed|not_signed_in|address_unknown|method_not_allowed|request_|body_too_large|media_type_unsupported|too_many_requests|headers_too_large|overloaded|figure_too_large|key_reused|invalid_idempotency_key|not_ready|outcome_unknown)/;

/** The addresses the interface fixes, for the operations of part 1. */
const OF_INTERFACE: Partial<Record<OperationName, string>> = {
  'applications.create': 'POST /api/v1/loan-applications',
  'assessments.get': 'GET /api/v1/loan-applications/{application_id}/assessment',
  'decisions.create': 'POST /api/v1/loan-applications/{application_id}/decisions',
  'disbursements.create': 'POST /api/v1/loans/{loan_id}/disbursements',
  'payments.create': 'POST /api/v1/loans/{loan_id}/payments',
  'loans.get': 'GET /api/v1/loans/{loan_id}',
  'merchants.list': 'GET /company/merchants',
  'merchants.get': 'GET /company/merchants/{merchant_id}',
  'merchants.orders': 'GET /company/merchants/{merchant_id}/orders',
};

const commandFiles = sourceFilesUnder('src/commands');

describe('the table of operations', () => {
  it.each(NAMES)('has all of %s', async (name) => {
    expect(OPERATION_SCHEMAS[name]).toMatchObject({
      request: expect.anything(),
      response: expect.anything(),
    });
    const { handle } = await HANDLERS[name]();
    expect(handle).toBeTypeOf('function');
    const asked = commandFiles.some(({ code }) => code.includes(`'${name}'`));
    expect(asked || WITHOUT_COMMAND[name] !== undefined, `no command asks for ${name}`).toBe(true);
  });

  it('has nothing beside it', () => {
    expect(Object.keys(OPERATION_SCHEMAS).sort()).toEqual([...NAMES].sort());
    expect(Object.keys(HANDLERS).sort()).toEqual([...NAMES].sort());
  });

  it('has one address for each operation, and the addresses of the interface', () => {
    const addresses = NAMES.map((name) => `${OPERATIONS[name].method} ${OPERATIONS[name].path}`);
    const remote = addresses.filter((address) => !address.endsWith(' null'));
    expect(new Set(remote).size).toBe(remote.length);
    for (const [name, address] of Object.entries(OF_INTERFACE)) {
      const { method, path, ofInterface } = OPERATIONS[name as OperationName];
      expect(`${method} ${path}`).toBe(address);
      expect(ofInterface).toBe(true);
    }
  });

  it('reads with GET and writes with anything else', () => {
    for (const name of NAMES) expect(OPERATIONS[name].method === 'GET').toBe(!OPERATIONS[name].writes);
  });

  it('knows every value of a path by its name', () => {
    for (const name of NAMES) {
      const keys = Object.keys((OPERATION_SCHEMAS[name].request as unknown as { shape: object }).shape);
      const inPath = [...(OPERATIONS[name].path ?? '').matchAll(/\{(\w+)\}/g)].map(([, key]) => key);
      for (const key of inPath) expect(keys, name).toContain(key);
    }
  });

  it('names every code that is not the shell’s or the store’s, and none twice', () => {
    const listed = new Set<string>(NAMES.flatMap((name) => OPERATIONS[name].problems));
    const rest = Object.keys(PROBLEM_KINDS).filter(
      (code) => !listed.has(code) && !OF_NO_OPERATION.test(code) && !(code in CLIENT_PROBLEM_KINDS),
    );
    expect(rest).toEqual([]);
    for (const name of NAMES) {
      const { problems } = OPERATIONS[name];
      expect(new Set(problems).size, name).toBe(problems.length);
    }
  });
});

describe('the commands', () => {
  it.each(CATALOGUE.map((entry) => [entry.path.join(' '), entry] as const))(
    'load: %s',
    async (_words, entry) => {
      const command = await entry.load();
      expect(command.path).toEqual(entry.path);
      expect(command.says).not.toBe('');
      expect(command.run).toBeTypeOf('function');
    },
  );
});
