import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { AccessLogFolder } from '../../adapters/folder/access-logs.ts';
import type { AccessLog } from '../cloudfront/access-log.ts';

export interface MeteringTimer {
  /** Closes the log; the next start meters the rest. */
  stop(): Promise<void>;
}

interface MeteringOptions {
  readonly log: AccessLog;
  readonly folder: Pick<AccessLogFolder, 'list' | 'remove'>;
  invoke(event: Pick<SQSEvent, 'Records'>): Promise<SQSBatchResponse>;
  onFault(message: string): void;
  readonly periodMs?: number;
}

const PERIOD_MS = 2_000;

/** S3's notification of a file, as a queue hands it to a function. */
function eventOf(name: string): Pick<SQSEvent, 'Records'> {
  const body = JSON.stringify({ Records: [{ s3: { object: { key: name, eTag: '' } } }] });
  return { Records: [{ messageId: name, body }] as SQSEvent['Records'] };
}

/**
 * Closes the edge's log every two seconds and has closed files metered, oldest first; a counted
 * file is deleted. If the process is killed in between, a file is metered again, which counts
 * nothing.
 */
export function startMeteringTimer(options: MeteringOptions): MeteringTimer {
  const { log, folder, invoke, onFault, periodMs = PERIOD_MS } = options;
  let running: Promise<void> | undefined;
  let reported = '';
  const tell = ({ message }: Error) => {
    if (message !== reported) onFault(`metering: ${message}`); // a full disk is full for long
    reported = message;
  };
  const meterAll = async () => {
    await log.close();
    for (const name of await folder.list()) {
      const { batchItemFailures } = await invoke(eventOf(name));
      if (batchItemFailures.length === 0) await folder.remove(name);
    }
    reported = '';
  };
  const run = () => {
    running ??= meterAll()
      .catch(tell) // the next round tries again
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(run, periodMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
      await log.close().catch((error: Error) => onFault(`access log: ${error.message}`));
    },
  };
}
