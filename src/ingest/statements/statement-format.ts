import { unreadableFile } from '../refused-file.ts';
import { CAMT_MESSAGES } from './camt-statements.ts';
import type { StatementReadOptions } from './statement-options.ts';
import type { StatementFormat } from './statement-part.ts';

type CamtFormat = (typeof CAMT_MESSAGES)[keyof typeof CAMT_MESSAGES]['format'];

const MESSAGE = new RegExp(`<(?:[\\w.-]+:)?(${Object.keys(CAMT_MESSAGES).join('|')})[\\s/>]`);

/** True for XML with a message of account movements in it. */
function isCamt(head: string): boolean {
  return /^[\s\ufeff]*</.test(head) && MESSAGE.test(head);
}

/** Which message it is; camt.053 when the head of the file does not come to it. */
function camtFormatOf(head: string): CamtFormat {
  const name = MESSAGE.exec(head)?.[1];
  return name === undefined ? 'camt.053' : CAMT_MESSAGES[name as keyof typeof CAMT_MESSAGES].format;
}

/** The outermost element of a text that begins like XML; null for anything else. */
function rootElement(head: string): string | null {
  const start = head.replace(/^[\s\ufeff]*(?:<\?[\s\S]*?\?>\s*|<!--[\s\S]*?-->\s*)*/, '');
  if (!start.startsWith('<')) return null;
  return /^<([\w:.-]{1,80})/.exec(start)?.[1] ?? '?';
}

/** Whether a text is MT940 or MT942, by its tags or the header of its envelope; null when it is neither. */
function isMt(head: string): 'mt940' | 'mt942' | null {
  const envelope = /\{2:[IO](94[02])/.exec(head)?.[1];
  if (envelope !== undefined) return envelope === '942' ? 'mt942' : 'mt940';
  if (
    /(?:^|[\r\n])[ \u0001]*:(?:60[FM]|62[FM]|28C?):/.test(head) &&
    /(?:^|[\r\n])[ \u0001]*:(?:20|25|61):/.test(head)
  ) {
    return /(?:^|[\r\n]):60[FM]:/.test(head) || !/(?:^|[\r\n]):(?:34F|13D?|90[CD]):/.test(head)
      ? 'mt940'
      : 'mt942';
  }
  return /(?:^|[\r\n]):20:/.test(head) && /(?:^|[\r\n]):(?:25P?|34F|61):/.test(head) ? 'mt942' : null;
}

/** True when the first line is a JSON object, or begins one. */
export function isJsonLines(head: string): boolean {
  return /^[\s\ufeff]*\{/.test(head);
}

/** True for a text that begins like OFX, with the header of either version or without. */
function isOfx(head: string): boolean {
  return /<OFX>/i.test(head) && /^[\s\ufeff]*(?:OFXHEADER\s*:|<)/i.test(head);
}

/** True for a text that begins with a heading of QIF. */
function isQif(head: string): boolean {
  return /^[\s\ufeff]*!(?:type|account|option|clear)\b/i.test(head);
}

/** True for a text that begins with the header of a BAI2 file. */
function isBai2(head: string): boolean {
  return /^[\s\ufeff]*01,[^,\r\n]*,[^,\r\n]*,\d{6},\d{0,4},[^\r\n]*/.test(head);
}

/** Formats of text that are no table. */
export type TextFormat = Exclude<StatementFormat, 'csv' | 'xlsx' | 'ods' | 'html'>;

/** What a text is by its beginning, or as `--input-format` says. */
export function formatOf(
  head: string,
  said: Pick<StatementReadOptions, 'inputFormat'>,
  source: string,
): TextFormat | 'csv' {
  const { inputFormat } = said;
  if (inputFormat !== null) {
    if (inputFormat.startsWith('camt')) return camtFormatOf(head);
    if (inputFormat.startsWith('mt')) return isMt(head) ?? 'mt940';
    return SAID_FORMATS.find((format) => format === inputFormat) ?? 'csv';
  }
  if (isCamt(head)) return camtFormatOf(head);
  if (isOfx(head)) return 'ofx';
  const root = rootElement(head);
  if (root !== null) {
    const hint = 'Read are camt.052, camt.053, camt.054 and OFX.';
    throw unreadableFile(source, `is XML of another kind (<${root}>)`, hint);
  }
  const mt = isMt(head);
  if (mt !== null) return mt;
  if (isQif(head)) return 'qif';
  if (isBai2(head)) return 'bai2';
  if (isJsonLines(head)) return 'jsonl';
  if (/^\s*\[/.test(head)) {
    throw unreadableFile(source, 'is a JSON array', 'Write one payment a line (JSON Lines).');
  }
  return 'csv';
}

const SAID_FORMATS = ['jsonl', 'ofx', 'qif', 'bai2'] as const;
