import type { Operation, Role } from './operations.ts';

const EVERYONE: readonly Role[] = ['officer', 'servicing', 'reader'];

function report(path: string) {
  const problems: Operation['problems'] = ['invalid_query'];
  return { method: 'GET', path, ofInterface: false, writes: false, roles: EVERYONE, problems } as const;
}

/** Operations over the whole book: part of the table in `operations.ts`. */
export const REPORT_OPERATIONS = {
  'reports.portfolio': report('/api/v1/reports/portfolio'),
  'reports.ageing': report('/api/v1/reports/ageing'),
  'reports.due': report('/api/v1/reports/due'),
  'reports.trial_balance': report('/api/v1/reports/trial-balance'),
  'reports.revenue_share': report('/api/v1/reports/revenue-share'),
  'reports.decisions': report('/api/v1/reports/decisions'),
} as const satisfies Record<string, Operation>;
