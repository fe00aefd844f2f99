import { cpus } from 'node:os';
import { IMPORTS } from './import-rows.ts';
import { POSTGRES } from './postgres-rows.ts';
import { reportLine, verdictOf } from './report-line.ts';
import { REPORTS } from './report-rows.ts';
import { SERVICE } from './service-rows.ts';
import { LARGE_LEDGER, STARTUP, USER_DATA } from './startup-rows.ts';

// `npm run bench [-- --report-only] [--only GROUP]`: prints every figure as a ratio against its bound, both
// measured in this run. Ends with 1 when a budget is exceeded, unless it is only to report.

const GROUPS = [STARTUP, LARGE_LEDGER, USER_DATA, IMPORTS, REPORTS, SERVICE, POSTGRES];

const words = process.argv.slice(2);
const reportOnly = words.includes('--report-only');
const only = words.includes('--only') ? words[words.indexOf('--only') + 1] : undefined;

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`);
let over = 0;
let measuredRows = 0;
for (const group of GROUPS) {
  if (only !== undefined && group.name !== only) continue;
  const rows = await group.rows((line) => console.error(line));
  for (const row of rows) {
    const measured = await row.measure();
    measuredRows += 1;
    if (verdictOf(row, measured) === 'over') over += 1;
    console.log(reportLine(row, measured));
  }
}
if (measuredRows === 0) {
  console.error(`error: no rows are called "${only}"`);
  console.error(`hint: there are ${GROUPS.map((group) => group.name).join(', ')}`);
  process.exitCode = 2;
} else {
  console.log(over === 0 ? 'every budget is kept' : `${over} of ${measuredRows} rows over budget`);
  if (over > 0 && !reportOnly) process.exitCode = 1;
}
