import { POLICY_KEYS } from '../domain/policy-document.ts';
import { type CatalogueEntry, GROUPS, WORD_ALIASES } from './catalogue.ts';
import type { ArgumentDefinition, OptionDefinition } from './command-definition.ts';
import type { CompletionTable, TableOption, TableValue } from './completing-line.ts';
import { HELP_TOPICS } from './help-topics.ts';
import { SHARED_OPTIONS } from './shared-options.ts';

/** Commands that take a loan, and which loans make sense there. */
const LOANS_OF: Readonly<Record<string, string>> = {
  disburse: 'loan-to-disburse',
  'loan cancel': 'loan-to-disburse',
  pay: 'loan-active',
};
/** Arguments told by their name: nothing else says what they are. */
const BY_NAME: Readonly<Record<string, string>> = {
  OFFICER: 'officer',
  'KEY=VALUE': 'policy-assignment',
  'profile use NAME': 'profile',
  'profile rm NAME': 'profile',
};

/** Everything completion knows without the ledger; the build writes it to a file. */
export async function completionTable(catalogue: readonly CatalogueEntry[]): Promise<CompletionTable> {
  const commands = await Promise.all(
    catalogue.map(async (entry) => {
      const { path, says, args, options } = await entry.load();
      const name = path.join(' ');
      return {
        path,
        says,
        args: args.map((argument) => argumentValue(name, argument)),
        isVariadic: args.at(-1)?.variadic === true,
        options: options.flatMap((option) => tableOptions(option)),
      };
    }),
  );
  return {
    commands,
    groups: GROUPS,
    aliases: WORD_ALIASES,
    shared: SHARED_OPTIONS.flatMap((option) => tableOptions(option)),
    topics: Object.keys(HELP_TOPICS),
    policyKeys: POLICY_KEYS,
  };
}

function argumentValue(command: string, argument: ArgumentDefinition): TableValue {
  if (argument.name === 'SHELL') return { words: ['bash', 'zsh', 'fish', 'powershell'] };
  if (argument.of === 'application' && command === 'decide') return { ids: 'application-undecided' };
  if (argument.of === 'loan') return { ids: LOANS_OF[command] ?? 'loan' };
  if (argument.of === 'file' || argument.name === 'FILE') return { ids: 'file' };
  const ids = argument.of ?? BY_NAME[`${command} ${argument.name}`] ?? BY_NAME[argument.name];
  return ids === undefined ? {} : { ids };
}

function tableOptions(option: OptionDefinition): readonly TableOption[] {
  return [option.flag, ...(option.aliases ?? [])].map((flag) => ({
    flag,
    says: option.says,
    ...(option.value === undefined ? {} : { value: optionValue(option.flag, option.value) }),
    ...(option.repeatable === true ? { repeatable: true } : {}),
  }));
}

function optionValue(flag: string, value: NonNullable<OptionDefinition['value']>): TableValue {
  const words = [...(value.choices ?? []), ...(value.words ?? [])];
  if (words.length > 0) return { words };
  if (value.kind === 'file') return { ids: 'file' };
  if (flag === '--profile' || flag === '--officer') return { ids: flag.slice(2) };
  if (flag === '--merchant' || flag === '--merchant-id') return { ids: 'merchant' };
  if (flag === '--user') return { ids: 'user' };
  return {};
}
