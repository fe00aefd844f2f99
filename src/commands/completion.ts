import type { CommandDefinition } from '../shell/command-definition.ts';
import { BASH_SCRIPT } from './completion/bash-script.ts';
import { FISH_SCRIPT } from './completion/fish-script.ts';
import { POWERSHELL_SCRIPT } from './completion/powershell-script.ts';
import { ZSH_SCRIPT } from './completion/zsh-script.ts';

const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ['bash', BASH_SCRIPT],
  ['zsh', ZSH_SCRIPT],
  ['fish', FISH_SCRIPT],
  ['powershell', POWERSHELL_SCRIPT],
]);

/** `completion SHELL`: the script that makes Tab complete commands, flags, choices and ids. */
export const command: CommandDefinition = {
  path: ['completion'],
  says: 'Print the script that switches completion on in a shell.',
  more: 'Tab then completes commands, flags, choices and ids of the local ledger; a part of a name finds its ids. A server is never asked.',
  args: [
    {
      name: 'SHELL',
      says: 'bash, zsh, fish or powershell',
      asks: 'Which shell?',
      required: true,
      choices: [...SCRIPTS.keys()],
    },
  ],
  options: [],
  examples: [
    { line: 'loandesk completion bash > ~/.loandesk.bash', says: 'then source it in ~/.bashrc' },
    { line: 'loandesk completion zsh > ~/.loandesk.zsh', says: 'then source it in ~/.zshrc' },
  ],
  writes: false,
  async run(input) {
    const text = SCRIPTS.get((input.args[0] ?? '').toLowerCase());
    return { ok: true, data: null, view: { shape: 'text', text: text ?? '' } };
  },
};
