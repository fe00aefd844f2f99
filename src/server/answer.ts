import { REPLAYED_HEADER, TOTAL_COUNT_HEADER } from '../contract/http-names.ts';
import type { Operation } from '../contract/operations.ts';
import { hasEnvelope } from './problem-document.ts';
import { WrittenJson } from './written-json.ts';

export interface Answered {
  readonly value: unknown;
  readonly totalCount?: number;
  readonly replayed?: boolean;
}

export interface HttpAnswer {
  readonly status: 200 | 201 | 202;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** What an operation answered, as HTTP: status, `Location`, paging, and the envelope of merchant operations. */
export function httpAnswer(
  operation: Operation,
  answered: Answered,
  asked: { readonly dryRun: boolean; readonly url: string },
): HttpAnswer {
  const { value: written } = answered;
  const value = written instanceof WrittenJson ? written.head : written;
  const status = statusOf(operation, value, asked.dryRun);
  const content = hasEnvelope(operation.path ?? '') ? { success: true, data: value } : value;
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(status === 201 && operation.location !== undefined
        ? { location: filled(operation.location, value as Record<string, unknown>) }
        : {}),
      ...(answered.totalCount === undefined ? {} : pagingHeaders(answered.totalCount, asked.url)),
      ...(answered.replayed === true ? { [REPLAYED_HEADER]: 'true' } : {}),
    },
    body: written instanceof WrittenJson ? written.bytes : JSON.stringify(content),
  };
}

function statusOf(operation: Operation, value: unknown, dryRun: boolean): 200 | 201 | 202 {
  const told = value as {
    replayed?: unknown;
    approvals?: { given?: number; needed?: number } | null;
  } | null;
  const approvals = told?.approvals;
  if (approvals && (approvals.given ?? 0) < (approvals.needed ?? 0)) return 202;
  // A payment known by its reference, and a dry run, have made nothing.
  if (operation.location === undefined || dryRun || told?.replayed === true) return 200;
  // So has an export with nothing to hand on.
  return namesIn(operation.location).some((name) => (told as Named)?.[name] === null) ? 200 : 201;
}

type Named = Readonly<Record<string, unknown>> | null;

/** Of each address of the table, looked for once. */
const NAMES = new Map<string, readonly string[]>();

function namesIn(location: string): readonly string[] {
  let names = NAMES.get(location);
  if (names === undefined) {
    names = [...location.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    NAMES.set(location, names);
  }
  return names;
}

/** An address with the values of an answer in the place of its names. */
function filled(location: string, value: Readonly<Record<string, unknown>>): string {
  return location.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(value[name])));
}

const DEFAULT_SIZE = 50;

/** How many rows there are, and where the pages beside this one are (RFC 8288). */
function pagingHeaders(totalCount: number, url: string): Record<string, string> {
  const [path = '', query = ''] = url.split('?');
  const asked = new URLSearchParams(query);
  const page = Number(asked.get('page') ?? 1);
  const size = Number(asked.get('size') ?? DEFAULT_SIZE);
  const counted = { [TOTAL_COUNT_HEADER]: String(totalCount) };
  // Digits of another script are read by the operation, but not written back into an address.
  if (!Number.isSafeInteger(page) || !Number.isSafeInteger(size)) return counted;
  const last = Math.max(1, Math.ceil(totalCount / size));
  const to = (target: number, relation: string) => {
    asked.set('page', String(target));
    asked.set('size', String(size));
    return `<${path}?${asked}>; rel="${relation}"`;
  };
  const links = [
    to(1, 'first'),
    ...(page > 1 ? [to(Math.min(page - 1, last), 'prev')] : []),
    ...(page < last ? [to(page + 1, 'next')] : []),
    to(last, 'last'),
  ];
  return { ...counted, link: links.join(', ') };
}
