import type { ProblemKind } from './problem-kind.ts';

/** Problems of access and of the form of an HTTP request: part of the catalogue in `problems.ts`. */
export const SERVICE_PROBLEM_KINDS = {
  not_signed_in: {
    status: 401,
    title: 'Not signed in',
    hint: 'Sign in with "loandesk auth login", or send a valid access token as "Authorization: Bearer TOKEN".',
  },
  address_unknown: {
    status: 404,
    title: 'No such address',
    hint: 'The addresses are listed at /docs.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The address does not take this method',
    hint: 'The header Allow names the methods it takes.',
  },
  request_malformed: {
    status: 400,
    title: 'Not a request we can read',
    hint: 'Check the address and the headers.',
  },
  request_timeout: { status: 408, title: 'The request took too long to arrive', hint: 'Send it again.' },
  body_too_large: { status: 413, title: 'The body is too large', hint: 'Send less at a time.' },
  media_type_unsupported: {
    status: 415,
    title: 'The body is not JSON',
    hint: 'Send JSON in UTF-8 as "Content-Type: application/json", not compressed.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    hint: 'Wait as long as the header Retry-After says.',
  },
  headers_too_large: { status: 431, title: 'The headers are too large', hint: 'Send shorter headers.' },
  overloaded: { status: 503, title: 'The service is overloaded', hint: 'Try again in a moment.' },
} as const satisfies Record<string, ProblemKind>;
