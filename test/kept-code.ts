import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The program keeps the code V8 compiled of it in its home. Tests give each run a home of its own, and hundreds of
// them would compile everything anew; so the homes share one such place for as long as the tests run.

const VARIABLE = 'LOANDESK_TEST_KEPT_CODE';

/** Run by vitest before all workers, which inherit the variable; answers what is to be done after them. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'loandesk-kept-code-'));
  process.env[VARIABLE] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Makes `home` a `LOANDESK_HOME` whose compiled code is shared with the other tests; answers it. */
export function sharingKeptCode(home: string): string {
  const shared = process.env[VARIABLE];
  const link = join(home, 'cache');
  if (shared === undefined || existsSync(link)) return home;
  mkdirSync(home, { recursive: true, mode: 0o700 });
  symlinkSync(shared, link, 'junction');
  return home;
}
