import { type FieldInput, FieldReader } from './field-reader.ts';
import type { Refusal } from './refusal.ts';

export const OFFICER_ROLES = ['admin', 'officer', 'servicing', 'reader'] as const;

export type OfficerRole = (typeof OFFICER_ROLES)[number];

/** A new officer, checked. */
export interface OfficerFields {
  readonly email: string;
  readonly name: string;
  /** In alphabetical order. */
  readonly roles: readonly OfficerRole[];
  readonly kind: 'person' | 'machine';
}

const LONGEST_EMAIL = 254;
const LONGEST_NAME = 200;
const FEWEST_CHARACTERS = 12;
const MOST_CHARACTERS = 128;

/** Whether a text has the form of an e-mail address: who reads the mail there is for others to find out. */
export function looksLikeEmail(text: string): boolean {
  return text.length <= LONGEST_EMAIL && /^[^\s@,;<>"]+@[^\s@,;<>"]+$/.test(text);
}

/** The form in which two spellings of one address are the same. */
export function foldEmail(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase();
}

/** What is wrong with a new password; null when nothing is. Characters are counted as people see them typed. */
export function passwordFault(password: string): string | null {
  if (!password.isWellFormed()) return 'the password holds half a character';
  const characters = [...password.normalize('NFC')].length;
  if (characters < FEWEST_CHARACTERS) {
    return `the password has ${characters} characters; at least ${FEWEST_CHARACTERS} are needed`;
  }
  if (characters > MOST_CHARACTERS) {
    return `the password has ${characters} characters; at most ${MOST_CHARACTERS} are taken`;
  }
  return null;
}

/** Checks who is to be added. Refuses with `validation_failed`, all faulty fields at once; never shows a password. */
export function checkOfficer(input: FieldInput): OfficerFields | Refusal {
  const reader = new FieldReader(input);
  reader.allowOnly(['email', 'name', 'roles', 'system', 'password']);
  reader.require(['email', 'name', 'roles', 'password']);
  const email = reader.text('email', LONGEST_EMAIL)?.trim() ?? null;
  if (email !== null && !looksLikeEmail(email)) {
    reader.fault('email', 'invalid_email', `email is not an e-mail address: ${JSON.stringify(email)}`);
  }
  const name = reader.text('name', LONGEST_NAME);
  const roles = readRoles(reader, input);
  if (reader.has('system') && typeof input.system !== 'boolean') {
    reader.fault('system', 'invalid_choice', 'system must be true or false');
  }
  notePasswordFault(reader, input);
  const refusal = reader.refusal();
  if (refusal !== null) return refusal;
  if (email === null || name === null) throw new Error('a missing field was not noted');
  return { email, name, roles, kind: input.system === true ? 'machine' : 'person' };
}

/** Notes what is wrong with the field `password`, without a word of it. */
export function notePasswordFault(reader: FieldReader, input: FieldInput): void {
  if (!reader.has('password')) return;
  const { password } = input;
  const fault = typeof password === 'string' ? passwordFault(password) : 'password must be text';
  if (fault !== null) reader.fault('password', 'invalid_password', fault);
}

function readRoles(reader: FieldReader, input: FieldInput): readonly OfficerRole[] {
  if (!reader.has('roles')) return [];
  const { roles } = input;
  const chosen = OFFICER_ROLES.filter((role) => Array.isArray(roles) && roles.includes(role));
  if (!Array.isArray(roles) || roles.length === 0 || chosen.length < new Set(roles).size) {
    reader.fault('roles', 'invalid_choice', `roles must be one or several of ${OFFICER_ROLES.join(', ')}`);
  }
  return chosen.sort();
}
