import type { Problem } from '../contract/problem.ts';

/** Before a single byte of the request went out. */
const NEVER_SENT: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the network of the host',
  EADDRNOTAVAIL: 'there is no way to the host',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  ETIMEDOUT: 'it does not answer',
  EPROTO: 'it does not speak TLS',
};

const CERTIFICATE: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it vouches only for itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its authority vouches only for itself',
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  CERT_REVOKED: 'it is revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another host',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the authority that issued it is not known',
  UNABLE_TO_GET_ISSUER_CERT: 'the authority that issued it is not known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the authority that issued it is not known',
};

const LOST: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_TIMEOUT: 'it did not answer in time',
  UND_ERR_BODY_TIMEOUT: 'the rest of its answer did not come in time',
  UND_ERR_SOCKET: 'it hung up',
  ECONNRESET: 'it hung up',
  EPIPE: 'it hung up',
};

/** Where the authority is known, naming another would help nobody. */
const HINTS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'Whoever runs the server must renew it. Check the clock of this machine, too.',
  CERT_NOT_YET_VALID: 'Check the clock of this machine, or ask whoever runs the server.',
  CERT_REVOKED: 'Ask whoever runs the server.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Check that the address is the right one, spelt as in the certificate.',
};

/** What the network said, as a problem; `sent`: the request may have reached the server all the same. */
export function transportFault(error: unknown, origin: string): { problem: Problem; sent: boolean } {
  const code = codeOf(error);
  const certificate = CERTIFICATE[code] ?? (/^CERT_/.test(code) ? 'it is not right' : undefined);
  if (certificate !== undefined) {
    const detail = `The certificate of ${origin} is refused: ${certificate}.`;
    const hint = HINTS[code];
    const problem = { code: 'certificate_refused', detail, ...(hint === undefined ? {} : { hint }) };
    return { problem, sent: false };
  }
  const neverSent = NEVER_SENT[code] ?? (/^ERR_(SSL|TLS)_/.test(code) ? 'it does not speak TLS' : undefined);
  if (neverSent !== undefined) return { problem: unreachable(origin, neverSent), sent: false };
  const timedOut = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  const why = timedOut ? 'it did not answer in time' : (LOST[code] ?? 'the connection was lost');
  return { problem: unreachable(origin, why), sent: true };
}

function unreachable(origin: string, why: string): Problem {
  return { code: 'server_unreachable', detail: `${origin} cannot be reached: ${why}.` };
}

function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return String(code ?? cause?.code ?? '');
}
