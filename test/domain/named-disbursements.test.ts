import { describe, expect, it } from 'vitest';
import { makeId } from '../../src/domain/identifiers.ts';
import { disbursementsNamed } from '../../src/domain/named-disbursements.ts';

const ID = makeId('disbursement', new Uint8Array([1, 2, 3, 4, 5]));
const OTHER = makeId('disbursement', new Uint8Array([9, 8, 7, 6, 5]));
const CODE = ID.slice(4);

describe('the disbursements a text names', () => {
  it.each([
    [ID],
    [ID.toLowerCase()],
    [`PAYOUT ${ID}/MARCH`],
    [`/EREF/DSB${CODE}/`],
    [`DSB ${CODE}`],
    [`DSB–${CODE}`],
  ])('%j names one', (text) => {
    expect(disbursementsNamed([null, text, ''])).toEqual([ID]);
  });

  it.each([
    [`X${ID}`],
    [`${ID}7`],
    [`DSB-${CODE.slice(0, 8)}`],
    [`DSB-${CODE.slice(0, 8)}${CODE.endsWith('0') ? '1' : '0'}`],
    [`LN-${CODE}`],
    ['DSB'],
  ])('%j names none', (text) => {
    expect(disbursementsNamed([text])).toEqual([]);
  });

  it('are each told once, in the order they stand in', () => {
    expect(disbursementsNamed([`${OTHER}, ${ID}`, ID])).toEqual([OTHER, ID]);
  });
});
