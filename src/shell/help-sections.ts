export interface HelpSection {
  readonly title: string;
  /** Words that commands begin with, the most used first. */
  readonly words: readonly string[];
}

/** How the list of all commands is parted; each first word stands in one of them. */
export const HELP_SECTIONS: readonly HelpSection[] = [
  { title: 'Every day', words: ['today', 'find', 'demo'] },
  { title: 'The life of a loan', words: ['apply', 'assess', 'decide', 'disburse', 'pay', 'loan'] },
  { title: 'Files of banks', words: ['pay import', 'pay review', 'sources'] },
  { title: 'Looking things up', words: ['applications', 'disbursements', 'merchants', 'users', 'report'] },
  { title: 'Rules and people', words: ['policy', 'approvals', 'officers', 'audit'] },
  { title: 'The ledger and servers', words: ['ledger', 'serve', 'auth', 'profile', 'pending', 'api'] },
  { title: 'The shell', words: ['completion'] },
];
