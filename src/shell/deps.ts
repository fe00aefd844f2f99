import type { Backend } from '../contract/backend.ts';
import type { CommandDefinition, Deps } from './command-definition.ts';
import { lineCells, say, sayInPassing } from './said.ts';
import type { SharedValues } from './shared-options.ts';
import type { Backstage, CallSetup, Surroundings } from './surroundings.ts';

export interface OpenDeps extends Deps {
  /** The backend when the command opened it. */
  openedBackend(): Promise<Backend> | null;
  /** Closes whatever was opened. */
  close(): Promise<void>;
}

/** Puts together what one command may use. */
export function makeDeps(
  setup: CallSetup,
  shared: SharedValues,
  surroundings: Surroundings,
  backstage: Backstage,
  said: string,
): OpenDeps {
  let backend: Promise<Backend> | null = null;
  let reading: Promise<Backend> | null = null;
  const interactive = surroundings.stdinIsTerminal && surroundings.stderrIsTerminal;
  const format = setup.settings.format?.value ?? (surroundings.stdoutIsTerminal ? 'table' : 'tsv');
  return {
    backend() {
      backend ??= backstage.openBackend(setup);
      return backend;
    },
    openedBackend: () => backend,
    lookups() {
      if (!setup.mayFound) return this.backend();
      reading ??= backstage.openBackend(readingOnly(setup));
      return reading;
    },
    async close() {
      for (const opened of [backend, reading]) await (await opened)?.close();
    },
    officer: setup.settings.officer?.value ?? null,
    get actor() {
      return setup.actor;
    },
    today: () => setup.givenBusinessDate ?? backstage.today(),
    dryRun: shared.dryRun === true,
    assumeYes: shared.yes === true,
    asOf: shared.asOf ?? null,
    disclosing: setup.recordsReading,
    interactive,
    tableOnTerminal: surroundings.stdoutIsTerminal && format === 'table',
    get lineCells() {
      return lineCells(surroundings);
    },
    asJson: format === 'json',
    everyRow: format !== 'json' && format !== 'table',
    async confirm(summary, question, options = {}) {
      if (shared.yes === true || shared.dryRun === true) return true;
      if (interactive) {
        const { askToConfirm } = await import('./asking.ts');
        return askToConfirm(surroundings, summary, question, options.defaultYes ?? true);
      }
      return {
        code: 'confirmation_needed',
        detail: `${said} asks before it goes ahead, and there is no terminal to ask on.`,
      };
    },
    onLocalLedger: setup.settings.place.kind !== 'server',
    async prompter() {
      const { prompterFor } = await import('./prompter.ts');
      return prompterFor(surroundings);
    },
    async askSecret(question) {
      const { askSecret } = await import('./secret-prompt.ts');
      return askSecret(surroundings, question);
    },
    progress(line) {
      if (shared.quiet !== true) say(surroundings, line);
    },
    passing: (line) => shared.quiet !== true && sayInPassing(surroundings, line),
    async readText(path) {
      const { readWholeText } = await import('./whole-text.ts');
      return readWholeText(path, surroundings);
    },
    rooms: backstage.rooms(setup),
  };
}

/** Whether a command does its work where there is no ledger. */
export function needsNoLedger(
  { worksWithoutLedger }: CommandDefinition,
  { stdoutIsTerminal }: Surroundings,
  format: string,
): boolean {
  if (worksWithoutLedger === 'on_terminal') return stdoutIsTerminal && format === 'table';
  return worksWithoutLedger === 'always';
}

/** The setup of a call that writes nothing. Who acts is still found out only where a record needs it. */
function readingOnly(setup: CallSetup): CallSetup {
  return Object.defineProperties({} as CallSetup, {
    ...Object.getOwnPropertyDescriptors(setup),
    mayWrite: { value: false },
    // What is asked for can be typed where there is nothing to choose from.
    missingIsEmpty: { value: true },
  });
}
