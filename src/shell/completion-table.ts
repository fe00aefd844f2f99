import { POLICY_KEYS } from '../domain/policy-document.ts';
import { type CatalogueEntry, GROUPS, WORD_ALIASES } from './catalogue.ts';
import type { ArgumentDefinition, OptionDefinition } from './command-definition.ts';
import type { CompletionTable, TableOption, TableValue } from './completing-line.ts';
import { HELP_TOPICS } from './help-topics.ts';
import { SHARED_OPTIONS } from './shared-options.ts';

/** Everything completion knows without the ledger; the build writes it to a file. */
export async function completionTable(
  catalogue: readonly CatalogueEntry[],
  shippedSources: readonly string[],
): Promise<CompletionTable> {
  const commands = await Promise.all(
    catalogue.map(async (entry) => {
      const { path, says, args, options } = await entry.load();
      return {
        path,
        says,
        args: args.map(argumentValue),
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
    shippedSources,
  };
}

function argumentValue({ name, of, ids, choices }: ArgumentDefinition): TableValue {
  if (choices !== undefined) return { words: choices };
  if (of === 'file' || name === 'FILE') return { ids: 'file' };
  const kind = ids ?? of;
  return kind === undefined ? {} : { ids: kind };
}

function tableOptions(option: OptionDefinition): readonly TableOption[] {
  return [option.flag, ...(option.aliases ?? [])].map((flag) => ({
    flag,
    says: option.says,
    ...(option.value === undefined ? {} : { value: optionValue(option.value) }),
    ...(option.repeatable === true ? { repeatable: true } : {}),
  }));
}

function optionValue(value: NonNullable<OptionDefinition['value']>): TableValue {
  const words = [...(value.choices ?? []), ...(value.words ?? [])];
  if (words.length > 0) return { words };
  if (value.kind === 'file') return { ids: 'file' };
  return value.ids === undefined ? {} : { ids: value.ids };
}
