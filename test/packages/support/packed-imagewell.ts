import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Makes the package imagewell, unless it is newer than every file that it is made of. */
export async function packImagewell(): Promise<void> {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const packed = statSync(`.build/packages/imagewell-${version}.tgz`, { throwIfNoEntry: false });
  const { stdout } = await run('git', ['ls-files', '-z', '--', '.', ':!test'], { maxBuffer: 64e6 });
  const changes = stdout
    .split('\0')
    .filter((path) => path !== '')
    .map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY);
  if (packed && changes.every((changedAt) => changedAt < packed.mtimeMs)) return;
  await run(process.execPath, ['scripts/pack/pack-imagewell.ts'], { maxBuffer: 64e6 });
}
