import { describe, expect, it } from 'vitest';
import { command as apply } from '../../src/commands/apply.ts';
import { problemText } from '../../src/shell/problem-text.ts';
import { fakeCommand } from './fake-desk.ts';

const typed = (options: Record<string, string>) => ({ definition: apply, input: { args: [], options } });

describe('a problem in words', () => {
  it('names each field once, by the flag that was typed', () => {
    const problem = {
      code: 'validation_failed',
      detail: '3 fields are not right: requested_amount, loan_purpose, platform_type',
      errors: [
        { pointer: '/requested_amount', code: 'x', message: 'requested_amount: -10 is negative' },
        { pointer: '/loan_purpose', code: 'x', message: 'loan_purpose must be one of a, b; did you mean a?' },
        { pointer: '/platform_type', code: 'x', message: 'platform_type is missing' },
      ],
      hint: 'Correct them.',
    };
    expect(problemText(problem, typed({ amount: '-10', purpose: 'food' }))).toBe(
      [
        'error: 3 values are not right:',
        '  --amount (requested_amount): -10 is negative',
        '  --purpose (loan_purpose) must be one of a, b; did you mean a?',
        '  platform_type is missing',
        'hint: Correct them.',
      ].join('\n'),
    );
  });

  it('says one fault in its sentence alone', () => {
    const message = 'requested_term_months must be a whole number from 1 to 120; 500 is not';
    const errors = [{ pointer: '/requested_term_months', code: 'x', message }];
    const problem = { code: 'validation_failed', detail: message, errors, hint: 'Correct it.' };
    expect(problemText(problem, typed({ term: '500' }))).toBe(
      'error: --term (requested_term_months) must be a whole number from 1 to 120; 500 is not\nhint: Correct it.',
    );
  });

  it('counts the applications of a file from one', () => {
    const errors = [{ pointer: '/1/loan_purpose', code: 'x', message: 'loan_purpose is missing' }];
    const detail = 'nothing was taken: application 2 is not right';
    const problem = { code: 'validation_failed', detail, errors, hint: 'Correct it.' };
    expect(problemText(problem, typed({ from: 'a.json' }))).toBe(
      `error: ${detail}\n  application 2, loan_purpose is missing\nhint: Correct it.`,
    );
  });

  it('puts the id that was typed into the command of a hint', () => {
    const definition = fakeCommand('pay', {
      args: [{ name: 'LOAN', says: 'id', required: true, of: 'loan' }],
    });
    const problem = { code: 'loan_paid_off', detail: 'it is paid off' };
    expect(problemText(problem, { definition, input: { args: ['LN-7K3QX9B23'], options: {} } })).toContain(
      'hint: See it: loandesk loan show LN-7K3QX9B23',
    );
    expect(problemText(problem, { definition, input: { args: ['a b'], options: {} } })).toContain(
      'show LOAN',
    );
  });

  it('takes a no for an answer, not for an error', () => {
    expect(problemText({ code: 'declined', detail: 'Nothing was written.' })).toBe('Nothing was written.');
  });
});
