/** `node scripts/ci/list-missing-packages.ts`: the packages of Debian that tests need here. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { HEADLESS_SHELL, NEEDS } from '../../test/support/needs/needs.ts';

for (const need of Object.values(NEEDS)) {
  if ('debianPackage' in need && !need.isThere()) console.log(need.debianPackage);
}

/** Not every system that has apt has it, and a browser serves in its place. */
const { path, debianPackage } = HEADLESS_SHELL;
const isListed = () => spawnSync('apt-cache', ['show', debianPackage]).status === 0;
if (!existsSync(path) && isListed()) console.log(debianPackage);
