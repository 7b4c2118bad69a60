import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ServiceError } from '../../core/foundation/service-error.ts';

export interface AddSamplesOptions {
  /** The project's folder. */
  readonly root: string;
  readonly dataDir: string;
}

/**
 * Adds the sample images by `npm run sample`, in a process of its own: drawing takes memory and time
 * that the service needs. Of several requests at once one adds them. Throws busy where it failed.
 */
export function createAddSamples({ root, dataDir }: AddSamplesOptions) {
  const run = async (): Promise<object> => {
    const args = [join(root, 'bin/sample.ts'), '--data', dataDir, '--json'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk;
    });
    const [code] = await once(child, 'close');
    if (code !== 0) {
      const detail = 'The sample images could not be added; the log has the reason.';
      throw new ServiceError('busy', { detail, headers: { 'Retry-After': '5' } });
    }
    return JSON.parse(printed);
  };
  let running: Promise<object> | undefined;
  return (): Promise<object> => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}
