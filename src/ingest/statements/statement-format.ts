import { CAMT_MESSAGES } from './camt-statements.ts';
import type { StatementFormat } from './statement-part.ts';

const MESSAGE = new RegExp(`<(?:[\\w.-]+:)?(${Object.keys(CAMT_MESSAGES).join('|')})[\\s/>]`);

/** True for XML with a message of account movements in it. */
export function isCamt(head: string): boolean {
  return /^[\s\ufeff]*</.test(head) && MESSAGE.test(head);
}

/** Which message it is; camt.053 when the head of the file does not come to it. */
export function camtFormatOf(head: string): StatementFormat {
  const name = MESSAGE.exec(head)?.[1];
  return name === undefined ? 'camt.053' : CAMT_MESSAGES[name as keyof typeof CAMT_MESSAGES].format;
}

/** The outermost element of a text that begins like XML; null for anything else. */
export function rootElement(head: string): string | null {
  const start = head.replace(/^[\s\ufeff]*(?:<\?[\s\S]*?\?>\s*|<!--[\s\S]*?-->\s*)*/, '');
  if (!start.startsWith('<')) return null;
  return /^<([\w:.-]{1,80})/.exec(start)?.[1] ?? '?';
}

/** Whether a text is MT940 or MT942, by its tags or the header of its envelope; null when it is neither. */
export function isMt(head: string): 'mt940' | 'mt942' | null {
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
