import { readFileSync } from 'node:fs';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { stagedFolder } from '../../../scripts/packages/pack-staged.ts';

/** Each finding of publint in a package that was packed, suggestions too. */
export async function findPublintFaults(name: string): Promise<(string | undefined)[]> {
  const pkgDir = stagedFolder(name);
  const { messages } = await publint({ pkgDir, level: 'suggestion', strict: true, pack: 'npm' });
  const manifest = JSON.parse(readFileSync(`${pkgDir}/package.json`, 'utf8'));
  return messages.map((message) => formatMessage(message, manifest));
}
