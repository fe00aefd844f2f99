import type { CalendarDate } from './dates.ts';
import type { PolicyDocument } from './policy-document.ts';
import { choiceKind, lineKind, type PolicyDefinition, readInForce } from './policy-kinds.ts';

export const DOCUMENT_LANGUAGES = ['en', 'ar'] as const;
export type DocumentLanguage = (typeof DOCUMENT_LANGUAGES)[number];

const LONGEST_NAME = 140;
const name: PolicyDefinition<string> = { kind: lineKind(LONGEST_NAME), shipped: '' };
const language: PolicyDefinition<DocumentLanguage> = { kind: choiceKind(DOCUMENT_LANGUAGES), shipped: 'en' };

/** The policy values of printed documents. Names are empty until a bank gives its own. */
export const DOCUMENT_DEFINITIONS = {
  bank_name: name,
  /** As it stands on Arabic documents; empty: `bank_name` there too. */
  bank_name_ar: name,
  bank_branch: name,
  bank_branch_ar: name,
  document_language: language,
} as const;

/** What a printed document says of the bank. */
export interface DocumentPolicy {
  readonly bankName: string;
  readonly bankNameArabic: string;
  readonly bankBranch: string;
  readonly bankBranchArabic: string;
  readonly language: DocumentLanguage;
}

/** The values of printed documents in force on a date. */
export function documentPolicyAt(document: PolicyDocument, date: CalendarDate): DocumentPolicy {
  const text = (key: 'bank_name' | 'bank_name_ar' | 'bank_branch' | 'bank_branch_ar') =>
    readInForce(key, DOCUMENT_DEFINITIONS[key], document, date);
  return {
    bankName: text('bank_name'),
    bankNameArabic: text('bank_name_ar') || text('bank_name'),
    bankBranch: text('bank_branch'),
    bankBranchArabic: text('bank_branch_ar') || text('bank_branch'),
    language: readInForce('document_language', language, document, date),
  };
}
