import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packStaged, stagedFolder } from '../packages/pack-staged.ts';
import { buildClient } from './build-client.ts';

const SOURCE = resolve(import.meta.dirname, '../../client');
const NAME = 'imagewell-client';

/** Builds the client and packs it: the path of `.build/packages/imagewell-client-<version>.tgz`. */
export function packClient(): string {
  buildClient();
  const staged = stagedFolder(NAME);
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  cpSync(join(SOURCE, 'dist'), join(staged, 'dist'), { recursive: true });
  return packStaged(NAME, { source: SOURCE, fields: { scripts: undefined, private: undefined } });
}
