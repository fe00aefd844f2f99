import { describe, expect, it } from 'vitest';
import { heldTransfer } from './bank-statements.ts';
import { type Desk, onDesk } from './desk.ts';
import { disbursed, IBAN, payOn } from './desk-loans.ts';

/** A merchant, a user, and two loans of other merchants, with a payment on the first. */
async function furnished(desk: Desk) {
  const merchant = {
    kind: 'merchant',
    external_id: 'Shop-77',
    name: 'متجر الأمل',
    contact_name: 'Amal Hassan',
    contact_phone: '+20 100 123 4567',
  };
  await desk.done('merchants.import', { records: [{ line: 1, source: 'm.jsonl', value: merchant }] });
  const user = {
    kind: 'user',
    user_id: 'u 9',
    user_name: 'Mona Fathy',
    user_phone: '+201229876543',
    permissions_status: 'granted',
    created_at: '2026-01-01T00:00:00Z',
  };
  await desk.done('users.import', { records: [{ line: 1, source: 'u.jsonl', value: user }] });
  const nile = await disbursed(
    desk,
    {},
    {},
    { business_name: 'Nile Textiles Cairo', external_reference: 'REF/2026-01' },
  );
  const delta = await disbursed(
    desk,
    {},
    { merchant_bank_account: '100 200 300 400' },
    { merchant_id: 'Shop-77', business_name: 'Delta Foods', requested_amount: 20_000 },
  );
  await desk.done('loans.add_alias', { loan_id: nile.loanId, alias: 'Old No-٧' });
  const paid = await payOn(desk, '2026-03-20', nile.loanId, 815.5, { payment_reference: 'FT2603-AbC' });
  return { nile, delta, paymentId: paid.payment_id as string };
}

/** What answers, as `kind id by`. */
async function found(desk: Desk, q: string): Promise<string[]> {
  const { matches } = await desk.done('find.list', { q });
  return matches.map(({ kind, id, matched }) => `${kind} ${id} by ${matched}`);
}

describe('find', () => {
  it(
    'finds by ids, whole or begun, with and without what they start with, in any case',
    onDesk(async (desk) => {
      const { nile, delta, paymentId } = await furnished(desk);
      const { loanId, applicationId, reference } = nile;
      expect(await found(desk, loanId)).toEqual([`loan ${loanId} by id`]);
      expect(await found(desk, ` ${loanId.toLowerCase()} `)).toEqual([`loan ${loanId} by id`]);
      expect(await found(desk, loanId.slice(0, 7))).toContain(`loan ${loanId} by id`);
      expect(await found(desk, loanId.slice(3))).toContain(`loan ${loanId} by id`);
      expect(await found(desk, applicationId)).toEqual([
        `application ${applicationId} by id`,
        `loan ${loanId} by id`,
      ]);
      expect(await found(desk, reference)).toEqual([`loan ${loanId} by id`]);
      expect(await found(desk, paymentId)).toEqual([`payment ${paymentId} by id`]);
      expect(await found(desk, 'LN-')).toEqual([loanId, delta.loanId].sort().map((id) => `loan ${id} by id`));
    }),
  );

  it(
    'finds by every word of a name, folded, in any order',
    onDesk(async (desk) => {
      const { nile } = await furnished(desk);
      const both = [`application ${nile.applicationId} by name`, `loan ${nile.loanId} by name`];
      expect(await found(desk, 'cairo NILE')).toEqual(both);
      expect(await found(desk, 'textil')).toEqual(both);
      expect(await found(desk, 'nile foods')).toEqual([]);
      const [merchant] = (await desk.done('merchants.list', {})).data;
      expect(await found(desk, 'الامل')).toEqual([`merchant ${merchant?.id} by name`]);
      expect(await found(desk, 'hassan')).toEqual([`merchant ${merchant?.id} by name`]);
      expect(await found(desk, 'fathy mona')).toEqual(['user u 9 by name']);
    }),
  );

  it(
    'finds by phone, however it is spaced, and shows no number in full',
    onDesk(async (desk) => {
      await furnished(desk);
      const [merchant] = (await desk.done('merchants.list', {})).data;
      for (const q of ['100-123-4567', '١٠٠١٢٣', '+20 (100) 1234567'])
        expect(await found(desk, q)).toEqual([`merchant ${merchant?.id} by phone`]);
      const { matches } = await desk.done('find.list', { q: '122 987 65' });
      expect(matches).toMatchObject([
        { kind: 'user', id: 'u 9', value: '+20 1•• ••• •543', command: "loandesk users show 'u 9'" },
      ]);
      expect(JSON.stringify(matches)).not.toContain('9876543');
    }),
  );

  it(
    'finds by alias, account, reference, merchant and amount',
    onDesk(async (desk) => {
      const { nile, delta, paymentId } = await furnished(desk);
      expect(await found(desk, 'oldno7')).toEqual([`loan ${nile.loanId} by alias`]);
      expect(await found(desk, IBAN.replaceAll(/(....)/g, '$1 '))).toEqual([
        `loan ${nile.loanId} by account`,
      ]);
      expect(await found(desk, '300400')).toEqual([`loan ${delta.loanId} by account`]);
      expect(await found(desk, 'ref/2026')).toEqual([
        `application ${nile.applicationId} by reference`,
        `loan ${nile.loanId} by reference`,
      ]);
      expect(await found(desk, 'ft2603-abc')).toEqual([`payment ${paymentId} by reference`]);
      expect(await found(desk, 'FT26')).toEqual([`payment ${paymentId} by reference`]);
      // Not by its middle: there may be a million of them.
      expect(await found(desk, '2603-AbC')).toEqual([]);
      const [merchant] = (await desk.done('merchants.list', {})).data;
      expect(await found(desk, 'Shop-77')).toEqual([
        `merchant ${merchant?.id} by id`,
        `application ${delta.applicationId} by merchant`,
        `loan ${delta.loanId} by merchant`,
      ]);
      expect(await found(desk, merchant?.id as string)).toEqual([
        `merchant ${merchant?.id} by id`,
        `application ${delta.applicationId} by merchant`,
        `loan ${delta.loanId} by merchant`,
      ]);
      for (const q of ['815.5', '٨١٥٫٥٠', 'EGP 815.50'])
        expect(await found(desk, q)).toEqual([`payment ${paymentId} by amount`]);
      expect(await found(desk, '20,000')).toEqual([`application ${delta.applicationId} by amount`]);
    }),
  );

  it(
    'finds money that is held, settled or not, and the file it came in',
    onDesk(async (desk) => {
      const heldId = await heldTransfer(desk, '900.50');
      const [row] = await desk.done('held_rows.list', {});
      await desk.done('held_rows.dismiss', { held_id: heldId, reason: 'of another bank' });
      for (const [q, by] of [
        [heldId, 'id'],
        ['ft1', 'reference'],
        ['April instal', 'name'],
        ['900.5', 'amount'],
      ])
        expect(await found(desk, q as string)).toEqual([`held_row ${heldId} by ${by}`]);
      const { matches } = await desk.done('find.list', { q: heldId });
      expect(matches[0]?.command).toBe(`loandesk pay review show ${heldId}`);
      expect(await found(desk, row?.batch_id as string)).toEqual([`batch ${row?.batch_id} by id`]);
    }, '2026-04-20'),
  );

  it(
    'says what each is and which command shows it',
    onDesk(async (desk) => {
      const { nile, paymentId } = await furnished(desk);
      const { matches, ...others } = await desk.done('find.list', { q: 'FT2603-ABC' });
      expect(others).toEqual({ query: 'FT2603-ABC', size: 20, more: [] });
      expect(matches).toEqual([
        {
          kind: 'payment',
          id: paymentId,
          matched: 'reference',
          value: 'FT2603-AbC',
          description: 'Nile Textiles Cairo, 815.50 EGP, 2026-03-20',
          amount: 815.5,
          date: '2026-03-20',
          command: `loandesk pay receipt ${paymentId}`,
        },
      ]);
      const [first] = (await desk.done('find.list', { q: nile.loanId })).matches;
      expect(first?.command).toBe(`loandesk loan show ${nile.loanId}`);
    }),
  );

  it(
    'stops at so many of a kind, and says of which there are more',
    onDesk(async (desk) => {
      const ids: string[] = [];
      for (let count = 0; count < 3; count += 1) ids.push((await disbursed(desk)).loanId);
      const two = await desk.done('find.list', { q: 'nile', size: 2 });
      expect(two.matches.map(({ kind }) => kind)).toEqual(['application', 'application', 'loan', 'loan']);
      expect(two.more).toEqual(['application', 'loan']);
      const { more } = await desk.done('find.list', { q: 'nile', size: '3' });
      expect(more).toEqual([]);
      // The newest first.
      expect(two.matches.slice(2).map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    }),
  );

  it(
    'takes nothing of what is typed for a pattern, and finds nothing in nothing',
    onDesk(async (desk) => {
      await furnished(desk);
      for (const q of ['%', '_____', "' OR 1=1 --", '*', '0', '\u{10ffff}', 'a'.repeat(200)])
        expect(await found(desk, q)).toEqual([]);
      for (const q of ['', '  ', '\u200f', 'a'.repeat(201)])
        expect(await desk.refused('find.list', { q })).toMatchObject({ code: 'invalid_query' });
      for (const size of [0, 201, 'many'])
        expect(await desk.refused('find.list', { q: 'nile', size })).toMatchObject({ code: 'invalid_query' });
    }),
  );
});
