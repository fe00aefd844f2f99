import { applied, approvalOf, approved, disbursed, disbursementInput, setPolicy } from '../desk-loans.ts';
import { type RefusalCase, refusal } from './refusal-case.ts';

/** What a bank's controls refuse: the same person twice, and more than a role may approve. */
export const CONTROL_REFUSALS: readonly RefusalCase[] = [
  refusal('decisions.create', 'second_person_needed', 'the decider entered the application', async (desk) => {
    const id = await applied(desk);
    await setPolicy(desk, 'four_eyes', 'decision');
    return { input: approvalOf(id), says: ['mona', 'entered', id] };
  }),
  refusal('decisions.create', 'role_missing', 'the amount is for another role', async (desk) => {
    const bands = [
      { up_to: 10_000, roles: ['officer'], approvals: 1 },
      { up_to: null, roles: ['admin'], approvals: 1 },
    ];
    await setPolicy(desk, 'authority', JSON.stringify(bands));
    const id = await applied(desk);
    desk.as('omar@bank.example', 'officer');
    return { input: approvalOf(id), says: ['12,000.00', 'admin'] };
  }),
  refusal('disbursements.create', 'second_person_needed', 'the payer decided', async (desk) => {
    const { loanId } = await approved(desk);
    await setPolicy(desk, 'four_eyes', 'disbursement');
    return { input: disbursementInput(desk, loanId), says: ['mona', 'decided', loanId] };
  }),
  refusal('disbursements.complete', 'second_person_needed', 'the same person again', async (desk) => {
    await setPolicy(desk, 'settlement', 'manual');
    const { reference } = await disbursed(desk);
    await setPolicy(desk, 'four_eyes', 'completion');
    const input = { disbursement_reference: reference };
    await desk.done('disbursements.complete', input);
    return { input, says: ['mona', '1 of 2'] };
  }),
  refusal('disbursements.fail', 'second_person_needed', 'the same person again', async (desk) => {
    const { reference } = await disbursed(desk);
    await setPolicy(desk, 'four_eyes', 'failure');
    const input = { disbursement_reference: reference, reason: 'account closed' };
    await desk.done('disbursements.fail', input);
    return { input, says: ['mona', '1 of 2'] };
  }),
  refusal('loans.cancel', 'second_person_needed', 'the same person again', async (desk) => {
    const { loanId } = await approved(desk);
    await setPolicy(desk, 'four_eyes', 'cancel');
    const input = { loan_id: loanId, reason: 'merchant withdrew' };
    await desk.done('loans.cancel', input);
    return { input, says: ['mona', '1 of 2'] };
  }),
  refusal('policy.set', 'second_person_needed', 'the same person again', async (desk) => {
    await setPolicy(desk, 'four_eyes', 'policy');
    const input = { key: 'default_days', value: '60' };
    await desk.done('policy.set', input);
    return { input, says: ['mona', '1 of 2'] };
  }),
];
