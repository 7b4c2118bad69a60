/** `npm run test:docs`: builds the docs site, then runs every example and follows every link. */
import { spawnSync } from 'node:child_process';
import { installPackages } from './install.ts';

function run(...options: string[]): void {
  const { status } = spawnSync(process.execPath, options, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

installPackages('docs-site/checks');
run('docs-site/build.ts');
run('node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.docs.config.ts');
