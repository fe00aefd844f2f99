import { it } from 'vitest';
import { typeALife } from '../e2e/loan-life.ts';
import { hasTmux, onTerminal } from '../e2e/terminal.ts';
import { skipAloud } from '../skip-aloud.ts';

const isHere = hasTmux();
if (!isHere) skipAloud('a loan typed by hand: tmux is not installed');

it.skipIf(!isHere).each([80, 120, 200])('the life of a loan at %i cells', (cells) =>
  onTerminal(cells, {}, (terminal) => typeALife(terminal, cells)),
);
