/** `postgres://user@host:port/database?parameters`; any part may be missing. */
const FORM =
  /^(postgres(?:ql)?:\/\/)(?:([^/?#@]*)@)?((?:\[[^\]@]*\]|[^/?#@:]*)(?::\d*)?)(\/[^?#@]*)?(?:\?([^#@]*))?$/i;
/** Wider than the form: a password with an `@` or a `/` in it is one too. */
const BEFORE_HOST = /:\/\/.*:.*@/;
const SECRET = /(?:^|&)(?:password|sslpassword)=/i;

/** Whether a text names a database and not a file. */
export function isDatabaseAddress(text: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(text);
}

/** Whether an address has a password in it, by its form or among its parameters. */
export function hasPassword(address: string): boolean {
  return BEFORE_HOST.test(address) || SECRET.test(address.slice(address.indexOf('?') + 1));
}

/**
 * The address as it may be shown and kept: user, host and database, and no parameter but the host, or the service, of one
 * that has no host before them. What cannot be read is not shown at all.
 */
export function shownAddress(address: string): string {
  const found = FORM.exec(address);
  if (found === null) return 'postgres://(unreadable)';
  const [, scheme, user = '', host = '', database = '', parameters = ''] = found;
  const [name = ''] = user.split(':');
  const elsewhere = host === '' && /(?:^|&)((?:host|service)=[^&]*)/.exec(parameters)?.[1];
  const at = `${scheme}${name === '' ? '' : `${name}@`}${host}${database}`;
  return elsewhere ? `${at}?${elsewhere}` : at;
}
