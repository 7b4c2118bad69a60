import { randomUUID } from 'node:crypto';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { AccessLogFolder } from '../../adapters/folder/access-logs.ts';
import { createAccessLogFolder } from '../../adapters/folder/access-logs.ts';
import { createDiskReserve } from '../../adapters/folder/disk/reserve.ts';
import { type AccessLog, createAccessLog } from '../cloudfront/access-log.ts';
import { accessLogsPath } from '../data-folder/data-paths.ts';
import type { FunctionPool } from '../lambda/function-pool.ts';
import { readBatchResponse } from './batch-response.ts';

interface MeteringTimer {
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
  const meterOne = async (name: string) => {
    const { batchItemFailures } = await invoke(eventOf(name));
    if (batchItemFailures.length === 0) await folder.remove(name);
  };
  const meterAll = async () => {
    await log.close();
    let fault: Error | undefined;
    for (const name of await folder.list()) {
      // the files behind one that fails must not wait for it
      await meterOne(name).catch((error: Error) => {
        fault = error;
      });
    }
    if (fault) throw fault;
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

/** The local counterpart of the CDN's logs, their bucket and what listens to it. */
export interface Metering {
  readonly log: AccessLog;
  stop(): Promise<void>;
}

/** Writes the edge's log into a data folder, and sends closed files to the function that meters. */
export function startMetering(
  pool: FunctionPool,
  dataDir: string,
  onFault: (message: string) => void,
): Metering {
  const folder = createAccessLogFolder(accessLogsPath(dataDir), createDiskReserve(dataDir));
  const log = createAccessLog(folder.add);
  const { stop } = startMeteringTimer({
    log,
    folder,
    onFault,
    async invoke(event) {
      const outcome = await pool.invoke(event, { requestId: randomUUID() });
      if (outcome.outcome !== 'returned') throw new Error(`not metered: ${outcome.outcome}`);
      return readBatchResponse(outcome.result);
    },
  });
  return { log, stop };
}
