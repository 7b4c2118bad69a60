import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Its own file system, so small that a test can fill it. */
export interface SmallDisk {
  /** A folder on it that isn't there yet. */
  readonly dataDir: string;
  /** Takes all room that is left, as another program would. */
  fill(): void;
  /** Gives back what `fill` took. */
  empty(): void;
  remove(): void;
}

const CHUNK = Buffer.alloc(4_096);

function fillUp(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (;;) writeSync(file, CHUNK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

/**
 * Mounts a tmpfs of so many bytes; undefined, with a printed reason, where that isn't permitted.
 */
export function mountSmallDisk(bytes: number): SmallDisk | undefined {
  const at = mkdtempSync(join(tmpdir(), 'imagewell-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'tmpfs', at], {
      stdio: 'pipe',
    });
  } catch (error) {
    rmSync(at, { recursive: true });
    console.log(`no test on a real full disk: mount: ${(error as Error).message.split('\n')[0]}`);
    return undefined;
  }
  const filler = join(at, 'filler');
  const dataDir = join(at, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  return {
    dataDir,
    fill: () => fillUp(filler),
    empty: () => rmSync(filler, { force: true }),
    remove: () => {
      execFileSync('umount', ['-l', at]);
      rmSync(at, { recursive: true });
    },
  };
}
