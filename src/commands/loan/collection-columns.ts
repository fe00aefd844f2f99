import type { Column } from '../../render/view.ts';

/** What a collections desk needs beside a loan that is past due. */
export function collectionColumns(reveals: boolean): readonly Column[] {
  return [
    { key: 'phone', title: 'Phone', kind: reveals ? 'text' : 'phone' },
    { key: 'last_payment_date', title: 'Last payment', kind: 'date' },
    { key: 'last_payment_amount', title: 'Of', kind: 'money' },
    { key: 'last_note', title: 'Last note', kind: 'text' },
    { key: 'last_note_at', title: 'Noted at', kind: 'timestamp', wideOnly: true },
    { key: 'last_note_by', title: 'Noted by', kind: 'text', wideOnly: true },
  ];
}
