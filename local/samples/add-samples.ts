import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ServiceError } from '../../core/foundation/service-error.ts';

export interface AddSamplesOptions {
  /** See ServiceProgram. */
  readonly samples: readonly string[];
  readonly dataDir: string;
}

/**
 * Adds the sample images by `admin sample`, in its own process: drawing takes memory and
 * time that the service needs. Concurrent requests share one run. Throws busy if it failed.
 */
export function createAddSamples({ samples, dataDir }: AddSamplesOptions) {
  const run = async (): Promise<object> => {
    const args = [...samples, '--data', dataDir, '--json'];
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
