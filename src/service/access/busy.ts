import { type Refusal, refuse } from '../../domain/refusal.ts';
import { PasswordsBusy } from './passwords.ts';

const COME_AGAIN_SECONDS = 5;

/** The result of work on passwords, or `overloaded` when too many wait for theirs. */
export async function busyOr<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PasswordsBusy)) throw error;
    return refuse('overloaded', 'too many people are signing in at once', {
      retryAfterSeconds: COME_AGAIN_SECONDS,
    });
  }
}
