import { exitCodeOf, PROBLEM_KINDS } from '../contract/problems.ts';

const ENVIRONMENT = `Environment: what loandesk reads from it

A flag wins over a variable, a variable over the profile file, the profile file over the default.

  LOANDESK_LEDGER   path of the ledger file, or postgres://user@host/database
  LOANDESK_PROFILE  name of the profile to use
  LOANDESK_SERVER   address of a service
  LOANDESK_TOKEN    access token for that service
  LOANDESK_TOKEN_FILE
                    a file with the access token, readable by you alone
  LOANDESK_TOKEN_STORE
                    where signing in keeps tokens: keychain or file
  LOANDESK_OFFICER  officer id of who acts
  LOANDESK_FORMAT   table, json, ndjson, csv or tsv
  LOANDESK_HOME     one folder for everything: ledger.db, profiles.json, tokens, pending, cache
  XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_CACHE_HOME
                    where the folders are otherwise (the platform's own on Windows and macOS)
  NO_COLOR, FORCE_COLOR
                    colours off, on
  TERM=dumb         no colours; prompts are plain lines, answered with Enter
  ACCESSIBLE        for screen readers: words instead of drawings, plain prompts
  COLUMNS           width of the terminal

Nothing is read from the folder you happen to be in.`;

const EXIT_CODES = `Exit codes: what a script can rely on

  0    done (a replay too)
  1    an error of loandesk itself
  2    usage or a bad value, also an id of the wrong form; a no to a question
  3    refused by a lending rule
  4    not signed in or not allowed
  5    no such id, or no ledger to read (--if-exists: 0, as of an empty one)
  6    conflict with the present state
  7    unreachable or busy; of a write the outcome is unknown
  8    something waits for a person
  9    the ledger's integrity is broken
  130  interrupted with Ctrl-C; what was not finished is not written

With --json a problem is one JSON object on stderr with code, detail, hint and exit_code.`;

const FORMATS = `Formats: how results come out

On a terminal: a table, money with thousands and two decimals; too wide, records one under the other.
In a pipe: a line of JSON keys, then rows, tab-separated, never cut, plain numbers.

  --format table    the table, also into a pipe
  --json            exactly one JSON document; control and direction characters as \\u escapes
  --format ndjson   one JSON document a line
  --format csv      RFC 4180; text that starts with = + - @ gets a leading '; --excel adds a BOM
  --format tsv      as in a pipe
  --format text     a document to print (loan statement, schedule, payoff, quote; pay receipt)
  --format html     the same for a browser; --lang en|ar and --out FILE go with both
  --columns a,b     only these columns, in this order
  --no-headers      without the line of names

stdout carries the result and nothing else; prompts, progress and confirmations go to stderr.`;

const RULES = `Rules: what a loan may and may not do

  Application   becomes approved, rejected or pending_review; approved and rejected are final.
  Approval      at most the amount asked for; an amount or rate other than the recommended one is recorded
                as an override, with its reason when one is given (the policy may demand one).
  Two people    where the policy wants a second person, the first command waits and the same command by
                another carries it out.
  Disbursement  sums to at most the approved amount; one dated later is pending until its day comes.
  Payment       pays fees, then interest, then principal; at most the payoff, unless the policy keeps the
                surplus as credit; not dated in the future, not before the first completed disbursement.
  Late entries  what is dated earlier than what is booked already, or taken back, is normal: the loan is
                worked out anew in date order, and --dry-run shows what that changes.
  Reversal      undoes a payment once, with a reason; nothing is ever deleted.
  Write-off     gives the principal up; what comes in later is a recovery.
  Status        worked out for any date, never stored: paid_off, defaulted, overdue or current.
  Closed books  nothing dated on or before the day the policy closed them through is taken.
  Money         amounts in EGP, to the piastre, up to 999,999,999,999.99; interest is exact and rounded once.
  Dates         calendar dates; today is the date in Cairo, or --business-date.

Every refusal has a code ("loandesk help errors") and leaves the ledger as it was.`;

/** The topics of `loandesk help TOPIC`, in the order they are listed. */
export const HELP_TOPICS: Readonly<Record<string, () => string>> = {
  environment: () => ENVIRONMENT,
  'exit-codes': () => EXIT_CODES,
  formats: () => FORMATS,
  rules: () => RULES,
  errors: errorsTopic,
};

function errorsTopic(): string {
  const codes = Object.keys(PROBLEM_KINDS) as (keyof typeof PROBLEM_KINDS)[];
  const cells = Math.max(...codes.map((code) => code.length)) + 2;
  const lines = codes.map((code) => {
    const { title, hint } = PROBLEM_KINDS[code];
    return `  ${code.padEnd(cells)}${String(exitCodeOf(code)).padEnd(3)}${title}. ${hint}`;
  });
  return `Errors: code, exit code, what it means and what helps\n\n${lines.join('\n')}`;
}
