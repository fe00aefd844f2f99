import { type IdRows, offered } from './id-rows.ts';

/** The newest files are looked through: whoever reconciles wants an account that is in use. */
const MOST_FILES = 20;

/** Accounts of the bank that imported statements are of, the one imported last first. */
export const bankAccountRows: IdRows = async (typed, backend) => {
  const files = offered(await backend.call('payment_batches.list', { size: MOST_FILES }));
  if (files === null) return null;
  const lastFile = new Map<string, string>();
  for (const { batch_id, file_name, posted_on } of files.value) {
    const answer = offered(await backend.call('payment_batches.get', { batch_id, size: 1 }));
    for (const { account } of answer?.value.statements ?? []) {
      if (account === null || lastFile.has(account)) continue;
      lastFile.set(account, `last in ${file_name ?? 'standard input'}, posted on ${posted_on}`);
    }
  }
  const part = typed.replace(/\s/g, '').toLowerCase();
  return [...lastFile]
    .filter(([account]) => account.replace(/\s/g, '').toLowerCase().includes(part))
    .map(([id, says]) => ({ id, says, fits: true }));
};
