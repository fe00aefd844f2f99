import type { ProblemKind } from './problem-kind.ts';

/** Problems of access and of the form of an HTTP request: part of the catalogue in `problems.ts`. */
export const SERVICE_PROBLEM_KINDS = {
  not_signed_in: {
    status: 401,
    title: 'Not signed in',
    hint: 'Sign in with "loandesk auth login", or send a valid access token as "Authorization: Bearer TOKEN".',
  },
  credentials_refused: {
    status: 401,
    title: 'E-mail or password is not right',
    hint: 'Check both. An administrator can set a new password: loandesk officers password EMAIL',
  },
  already_refreshed: {
    status: 401,
    title: 'The refresh token was replaced a moment ago',
    hint: 'Use the token that replaced it.',
  },
  token_refused: {
    status: 401,
    title: 'The refresh token is not valid',
    hint: 'Sign in again with "loandesk auth login".',
  },
  sign_in_throttled: {
    status: 429,
    title: 'Too many failed sign-ins',
    hint: 'Wait, then try again; other people can sign in meanwhile.',
  },
  role_missing: {
    status: 403,
    title: 'Your role does not allow this',
    hint: 'Ask somebody who has the role named, or an administrator.',
  },
  second_person_needed: {
    status: 403,
    title: 'Another person has to do this',
    hint: 'Ask a colleague to give the same command.',
  },
  key_reused: {
    status: 422,
    title: 'The idempotency key belongs to another request',
    hint: 'Use a new key for a new request.',
  },
  request_in_flight: {
    status: 409,
    title: 'The same request is still being carried out',
    hint: 'Send it again in a moment, with the same key.',
  },
  officer_exists: {
    status: 409,
    title: 'There is an officer with that e-mail',
    hint: 'List them: loandesk officers ls',
  },
  officer_not_found: { status: 404, title: 'No such officer', hint: 'List them: loandesk officers ls' },
  officer_disabled: {
    status: 409,
    title: 'The officer is disabled',
    hint: 'List them: loandesk officers ls',
  },
  approval_not_found: {
    status: 404,
    title: 'Nothing waits under that number',
    hint: 'List what waits: loandesk approvals ls',
  },
  approval_ended: {
    status: 409,
    title: 'It does not wait any more',
    hint: 'List what waits: loandesk approvals ls',
  },
  audit_record_not_found: {
    status: 404,
    title: 'No such audit record',
    hint: 'List them: loandesk audit ls',
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
  invalid_idempotency_key: {
    status: 400,
    title: 'Not an idempotency key',
    hint: 'Send 16 to 128 printable characters, new for each write.',
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
  not_ready: { status: 503, title: 'The service is not ready', hint: 'Try again in a moment.' },
  outcome_unknown: {
    status: 503,
    title: 'It is not known whether it was done',
    hint: 'Look before asking again, or ask again with the same idempotency key.',
  },
  figure_too_large: {
    status: 400,
    title: 'A figure is too large',
    hint: 'Ask for an earlier date.',
  },
  overloaded: { status: 503, title: 'The service is overloaded', hint: 'Try again in a moment.' },
} as const satisfies Record<string, ProblemKind>;
