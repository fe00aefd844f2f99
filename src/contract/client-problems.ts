import type { ProblemKind } from './problem-kind.ts';

/** Problems of reaching a service and of signing in to it: part of the catalogue in `problems.ts`. */
export const CLIENT_PROBLEM_KINDS = {
  server_unreachable: {
    status: 503,
    title: 'The server cannot be reached',
    hint: 'Check the address and the network, then try again.',
  },
  server_insecure: {
    status: 400,
    title: 'The connection would not be private',
    hint: 'Use https; http is for this machine itself only (http://127.0.0.1:8080).',
  },
  certificate_refused: {
    status: 503,
    title: "The server's certificate is not trusted",
    hint: 'Give the authority that issued it with --ca-file FILE, and check that the address is the right one.',
  },
  redirect_refused: {
    status: 503,
    title: 'The server sends elsewhere',
    hint: 'Nothing was sent there. Name the address it points to with --server if it is the right one.',
  },
  answer_unusable: {
    status: 503,
    title: "The server's answer cannot be used",
    hint: 'Check that the address is that of a lending service.',
  },
  server_failed: {
    status: 503,
    title: 'The server failed',
    hint: 'Try again in a moment; tell whoever runs it when it stays so.',
  },
  server_refused: {
    status: 422,
    title: 'The server refused it',
    hint: 'Correct what the server names, then try again.',
  },
  server_conflict: {
    status: 409,
    title: 'It does not fit what the server has',
    hint: 'Look at the present state, then try again.',
  },
  server_not_found: {
    status: 404,
    title: 'The server has no such thing',
    hint: 'Check the id.',
  },
  server_forbids: {
    status: 403,
    title: 'The server does not allow it',
    hint: 'Ask whoever runs the server for the right.',
  },
  // 405 rather than 404: the command cannot be used with this server, whatever the id.
  not_offered: {
    status: 405,
    title: 'This server does not offer it',
    hint: 'It has the operations of the lending interface and not this one; a server of loandesk has all.',
  },
  pending_unsettled: {
    status: 503,
    title: 'An earlier write is not settled',
    hint: 'See it: loandesk pending ls. When the server answers again: loandesk pending settle',
  },
  pending_not_found: {
    status: 404,
    title: 'No such pending write',
    hint: 'List them: loandesk pending ls',
  },
  keychain_unavailable: {
    status: 400,
    title: 'There is no keychain to keep the token in',
    hint: 'Add --insecure-storage to keep it in a file only you can read, or give a token in LOANDESK_TOKEN.',
  },
  token_file_exposed: {
    status: 403,
    title: 'Others can read the token file',
    hint: 'Make it yours alone: chmod 600 FILE. Sign in again if somebody may have read it.',
  },
} as const satisfies Record<string, ProblemKind>;
