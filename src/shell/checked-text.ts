import {
  createPrompt,
  isEnterKey,
  isTabKey,
  makeTheme,
  useKeypress,
  usePrefix,
  useState,
} from '@inquirer/core';
import { accented, type Layout } from './prompt-layout.ts';
import type { TextQuestion } from './prompter.ts';

interface LaidOut extends TextQuestion {
  readonly layout: Layout;
}

/**
 * A line of text that is judged at every key: what is wrong with it, or how it is understood, stands below while it is
 * typed. The ready-made prompt of the library judges at Enter only. Tab takes what is offered into the line.
 */
export const checkedText: (
  question: LaidOut,
  streams: { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream },
) => Promise<string> = createPrompt<string, LaidOut>((question, done) => {
  const { offered, check, reads, layout } = question;
  const theme = makeTheme({ prefix: { idle: accented('?') } });
  const [status, setStatus] = useState<'idle' | 'done'>('idle');
  const [typed, setTyped] = useState('');
  const [isInsisted, setInsisted] = useState(false);
  const prefix = usePrefix({ status, theme });
  useKeypress((key, line) => {
    if (status === 'done') return;
    if (isEnterKey(key)) {
      const answer = typed.trim() === '' ? (offered ?? '') : typed.trim();
      if (check(answer) === true) {
        setTyped(answer);
        setStatus('done');
        done(answer);
      } else {
        // Enter has emptied the line; it is put back to be mended.
        line.write(typed);
        setInsisted(true);
      }
    } else if (isTabKey(key)) {
      line.clearLine(0);
      const taken = typed === '' ? (offered ?? '') : typed;
      line.write(taken);
      setTyped(taken);
    } else {
      setTyped(line.line);
      setInsisted(false);
    }
  });
  const message = layout.question;
  if (status === 'done')
    return `${prefix} ${message} ${layout.answer(typed === '' ? (reads('') ?? '') : typed)}`;
  const isOffering = typed === '' && offered !== null && offered !== '';
  const head = isOffering ? [prefix, message, theme.style.defaultAnswer(offered)] : [prefix, message];
  return [`${head.join(' ')} ${typed}`, remark()];

  function remark(): string {
    if (typed.trim() === '' && !isInsisted) return '';
    const fault = check(typed.trim());
    if (fault === true) return theme.style.help(reads(typed.trim()) ?? '');
    return isInsisted ? theme.style.error(layout.remark(fault)) : theme.style.help(layout.remark(fault));
  }
});
