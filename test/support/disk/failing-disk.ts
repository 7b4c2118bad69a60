import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** A file system whose kernel makes it read-only after an error, under the feet of its writers. */
export interface FailingDisk {
  /** A folder on it that isn't there yet. */
  readonly dataDir: string;
  /** The kernel finds an error of the file system, and makes it read-only. */
  fail(): void;
  /** As an operator does it: unmounts, checks and mounts it again; no process may use it. */
  repair(): void;
  remove(): void;
}

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: 'pipe' });

/**
 * Mounts an ext4 file system of so many bytes on a loop device; undefined, with a printed reason,
 * where that isn't permitted.
 */
export function mountFailingDisk(bytes: number): FailingDisk | undefined {
  const root = mkdtempSync(join(tmpdir(), 'imagewell-ext4-'));
  const [image, at] = [join(root, 'image'), join(root, 'mount')];
  const mount = () => run('mount', '-o', 'loop,errors=remount-ro', image, at);
  try {
    writeFileSync(image, '');
    truncateSync(image, bytes);
    mkdirSync(at);
    run('mkfs.ext4', '-q', '-F', image);
    mount();
  } catch (error) {
    rmSync(root, { recursive: true });
    console.log(`no test on a disk that fails: ${(error as Error).message.split('\n')[0]}`);
    return undefined;
  }
  const dataDir = join(at, 'data');
  return {
    dataDir,
    fail: () => {
      const [device = ''] = run('losetup', '-j', image).split(':');
      writeFileSync(`/sys/fs/ext4/${basename(device)}/trigger_fs_error`, '1');
    },
    repair: () => {
      run('umount', at);
      run('sh', '-c', 'e2fsck -fy "$1" || [ $? -eq 1 ]', 'sh', image);
      mount();
    },
    remove: () => {
      run('umount', '-l', at);
      rmSync(root, { recursive: true });
    },
  };
}
