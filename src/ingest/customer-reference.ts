import { createHash } from 'node:crypto';

/** Enough that two customers of one bank never share it. */
const HEX_DIGITS = 20;

/**
 * What stands for a customer: the platform's own id; without one (a guest, a CSV that has none) a digest of the
 * e-mail address or else the phone number, so that the same person is recognised again and the address itself is
 * not kept. '' when nothing is known.
 */
export function customerReference(id: string, email: string, phone: string): string {
  if (id !== '' && id !== '0') return id;
  const address = email.trim().toLowerCase();
  if (address !== '') return digest(`email:${address}`);
  const digits = phone.replace(/\D/g, '');
  return digits === '' ? '' : digest(`phone:${digits}`);
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('hex').slice(0, HEX_DIGITS)}`;
}
