import { createInterface } from 'node:readline/promises';
import { AdminError } from './admin-error.ts';

/** Goes on where the operator says yes, or said --yes; a script has to. */
export async function confirm(question: string, isYes: boolean | undefined): Promise<void> {
  if (isYes) return;
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) {
    throw new AdminError('usage', `${question} Nobody is there to answer: add --yes.`);
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(`${question} [y/N] `).finally(() => lines.close());
  if (!/^y(es)?$/i.test(answer.trim())) throw new AdminError('interrupted', 'Nothing was done.');
}
