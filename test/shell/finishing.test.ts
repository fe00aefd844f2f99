import { expect, it } from 'vitest';
import { finishingOn } from '../../src/shell/finishing.ts';

/** A process that is sent signals, and what it says and does. */
function processSent() {
  const told: string[] = [];
  let stop = (_signal: 'SIGTERM' | 'SIGINT') => {};
  let atExit = () => {};
  const whileFinishing = finishingOn({
    onStopSignal: (heard) => {
      stop = heard;
    },
    onExit: (work) => {
      atExit = work;
    },
    writeError: (text) => told.push(text.trim()),
    exit: (code) => {
      told.push(`ends with ${code}`);
      atExit();
    },
  });
  return { told, whileFinishing, send: (signal: 'SIGTERM' | 'SIGINT') => stop(signal), end: () => atExit() };
}

it('a Ctrl-C while something is finished ends nothing; one after it does', () => {
  const { told, whileFinishing, send } = processSent();
  const done = whileFinishing(() => told.push('undone'));
  send('SIGINT');
  expect(told).toEqual(['too late to stop: it is being written']);
  done();
  send('SIGINT');
  expect(told.slice(1)).toEqual(['interrupted: what was not finished is not written', 'ends with 130']);
});

it('a process told to end undoes what is not finished, and nothing else', () => {
  const { told, whileFinishing, send } = processSent();
  whileFinishing(() => told.push('first undone'))();
  whileFinishing(() => told.push('second undone'));
  send('SIGTERM');
  expect(told).toEqual(['ends with 143', 'second undone']);
});

it('so does one that ends by itself', () => {
  const { told, whileFinishing, end } = processSent();
  whileFinishing(() => told.push('undone'));
  end();
  expect(told).toEqual(['undone']);
});
