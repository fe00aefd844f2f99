import { describe, expect, it } from 'vitest';
import { shapeFaults } from '../interface-shapes.ts';
import { applicationInput, approvalOf } from '../service/desk-loans.ts';
import { onService } from './test-service.ts';

describe('what only a session with ids shows', () => {
  it(
    'has the shapes of the interface: applications, every decision, tokens, a loan with nothing paid out',
    onService(async (service) => {
      const faults: string[] = [];
      const applied = await service.post('/api/v1/loan-applications', applicationInput());
      faults.push(...shapeFaults('application', applied.body));
      const id = applied.body.application_id as string;
      const decide = (decision: object) =>
        service.post(`/api/v1/loan-applications/${id}/decisions`, decision);
      const common = { application_id: id, decision_maker_id: 'o-7' };
      const review = await decide({ ...common, decision: 'pending_review' });
      const approved = await decide(approvalOf(id));
      faults.push(...shapeFaults('decision', review.body), ...shapeFaults('decision', approved.body));
      faults.push(...shapeFaults('loan', (await service.get(`/api/v1/loans/${approved.body.loan_id}`)).body));
      const password = 'four words and more';
      const officer = { email: 'mona@bank.example', name: 'Mona', roles: ['reader'], password };
      await service.desk.done('officers.add', officer);
      const credentials = { email: officer.email, password };
      const token = await service.desk.done('auth.token', credentials);
      faults.push(...shapeFaults('token', token));
      expect(faults).toEqual([]);
      expect(Object.keys(token)).toHaveLength(4);
    }),
  );

  it('is told what is wrong', () => {
    const loan = { loan_id: 1, merchant_id: 'm', closed: null, surprise: 1 };
    const faults = shapeFaults('loan', loan);
    expect(faults).toContain('loan.surprise is nowhere written down');
    expect(faults).toContain('loan.original_amount is missing');
    expect(faults).toContain('loan.loan_id is 1, which is no text');
  });
});
