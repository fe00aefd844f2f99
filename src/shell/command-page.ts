import { type CatalogueEntry, GROUPS } from './catalogue.ts';
import type { CommandDefinition } from './command-definition.ts';
import {
  exitCodesOf,
  type HelpRow,
  type OptionGroup,
  ownOptions,
  sentence,
  sharedOptions,
  usageParts,
} from './help-parts.ts';

// The pages of docs/commands, written by `npm run pages` from what the commands declare.

/** Name of a command's page: `loan-show.md`. */
export function pageName(definition: CommandDefinition): string {
  return `${definition.path.join('-')}.md`;
}

/** The page of one command, as Markdown. */
export function commandPage(definition: CommandDefinition): string {
  const { args, examples, more } = definition;
  return blocks([
    `# loandesk ${definition.path.join(' ')}`,
    sentence(definition.says),
    more === undefined ? '' : escaped(more),
    `\`\`\`\n${usageParts(definition).join(' ')}\n\`\`\``,
    args.length === 0 ? '' : `## Arguments\n\n${list(args.map(({ name, says }) => [name, says]))}`,
    ...ownOptions(definition).map(groupBlock),
    `The [options every command takes](README.md#options-every-command-takes) can stand anywhere in the line.`,
    `## Examples\n\n${examples.map(exampleBlock).join('\n\n')}`,
    `## Exit codes\n\n| code | means |\n|---|---|\n${exitCodesOf(definition)
      .map(([code, means]) => `| ${code} | ${means} |`)
      .join('\n')}`,
  ]);
}

/** The list of all pages, with the options they share. */
export function pageOfPages(definitions: readonly CommandDefinition[]): string {
  const groups = new Map<string, CommandDefinition[]>();
  for (const definition of definitions) {
    const [word = ''] = definition.path;
    groups.set(word, [...(groups.get(word) ?? []), definition]);
  }
  const rows = [...groups].flatMap(([word, commands]) => [
    ...(commands.length > 1 && GROUPS[word] !== undefined
      ? [`| **${word}** | ${escaped(GROUPS[word])} |`]
      : []),
    ...commands.map(
      (one) => `| [\`${one.path.join(' ')}\`](${pageName(one)}) | ${escaped(sentence(one.says))} |`,
    ),
  ]);
  return blocks([
    '# Commands',
    'These pages are written from the declarations of the commands, as `loandesk help COMMAND` is.',
    `| command | does |\n|---|---|\n${rows.join('\n')}`,
    `## Options every command takes`,
    ...sharedOptions().map(({ title, rows: shared }) => `### ${title}\n\n${list(shared)}`),
  ]);
}

/** The declarations of all commands, loaded. */
export function declarations(catalogue: readonly CatalogueEntry[]): Promise<CommandDefinition[]> {
  return Promise.all(catalogue.map((entry) => entry.load()));
}

function groupBlock({ title, rows }: OptionGroup): string {
  return `## ${title}\n\n${list(rows)}`;
}

function list(rows: readonly HelpRow[]): string {
  return rows.map(([name, says]) => `- \`${name}\`: ${escaped(says)}`).join('\n');
}

function exampleBlock({ line, says }: CommandDefinition['examples'][number]): string {
  return `${escaped(sentence(says))}\n\n\`\`\`sh\n${line}\n\`\`\``;
}

/** Signs that would be markup; table cells end at a bar. */
function escaped(text: string): string {
  return text.replace(/[\\`*_<>[\]|]/g, '\\$&');
}

function blocks(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
