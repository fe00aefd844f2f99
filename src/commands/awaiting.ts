/** Exit code when something waits for a person (`cli.md`). */
const EXIT_WAITING = 8;

interface Answer {
  /** Absent from a server of another make. */
  readonly approvals?: { readonly given: number; readonly needed: number } | null;
}

/** What a result that waits for another person changes about exit code and words; it changed nothing else. */
export function awaiting(
  answer: object,
  { dryRun }: { readonly dryRun: boolean },
): { readonly isAwaiting: boolean; readonly exitCode: number; readonly notices: readonly string[] } {
  const said = stillNeeded(answer);
  if (said === null) return { isAwaiting: false, exitCode: 0, notices: [] };
  const next = 'It is carried out when another person gives the same command.';
  return { isAwaiting: true, exitCode: dryRun ? 0 : EXIT_WAITING, notices: dryRun ? [said] : [said, next] };
}

/** One sentence on how many more people it takes; null when it takes no more. */
export function stillNeeded(answer: object): string | null {
  const { approvals } = answer as Answer;
  if (approvals === undefined || approvals === null || approvals.given >= approvals.needed) return null;
  return `Waits for another person: ${approvals.given} of ${approvals.needed} approvals are given (loandesk approvals ls).`;
}
