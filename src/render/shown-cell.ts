import { groupThousands, plainText } from './cell-values.ts';
import { displayText } from './display-text.ts';
import type { Column } from './view.ts';

export type Tone = 'good' | 'bad' | 'waiting' | 'plain';

/** Colour is only ever added to the word that says the same. */
const TONES: Readonly<Record<string, Tone>> = {
  approved: 'good',
  completed: 'good',
  current: 'good',
  low: 'good',
  paid: 'good',
  paid_off: 'good',
  posted: 'good',
  ready: 'good',
  defaulted: 'bad',
  errored: 'bad',
  failed: 'bad',
  high: 'bad',
  overdue: 'bad',
  rejected: 'bad',
  reversed: 'bad',
  cancelled: 'bad',
  due: 'waiting',
  fetching: 'waiting',
  medium: 'waiting',
  partial: 'waiting',
  pending: 'waiting',
  pending_review: 'waiting',
  queued: 'waiting',
  submitted: 'waiting',
};

/** A value as people read it: thousands grouped, outside text escaped, nothing shown as a dash. */
export function shownText(value: unknown, column: Column): string {
  if (column.words !== undefined) return displayText(column.words(value)) || '–';
  const plain = plainText(value, column.kind);
  if (plain === '') return '–';
  switch (column.kind) {
    case 'money':
    case 'unrounded_money':
    case 'integer':
    case 'decimal':
      return groupThousands(plain);
    case 'percent':
      return `${plain} %`;
    case 'boolean':
      return plain === 'true' ? 'yes' : plain === 'false' ? 'no' : plain;
    case 'timestamp':
      return displayText(plain.replace('T', ' ').replace(/\.\d+Z$/, 'Z'));
    case 'unix_seconds':
      return secondsText(plain);
    case 'month':
      return plain.replace(/^(\d{4})(\d\d)$/, '$1-$2');
    default:
      return displayText(plain);
  }
}

/** A Unix time as people read it, in UTC. */
function secondsText(plain: string): string {
  const time = new Date(Number(plain) * 1000);
  return Number.isNaN(time.getTime()) ? plain : time.toISOString().replace('T', ' ').replace('.000Z', 'Z');
}

/** How a value is to be coloured; everything but status words is plain. */
export function toneOf(value: unknown, column: Column): Tone {
  if (column.kind !== 'status' || typeof value !== 'string') return 'plain';
  return TONES[value.toLowerCase()] ?? 'plain';
}
