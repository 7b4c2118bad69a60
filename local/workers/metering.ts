import { randomUUID } from 'node:crypto';
import type { SQSBatchResponse } from 'aws-lambda';
import { createAccessLogFolder } from '../../adapters/folder/access-logs.ts';
import { createDiskReserve } from '../../adapters/folder/disk/reserve.ts';
import { type AccessLog, createAccessLog } from '../cloudfront/access-log.ts';
import { accessLogsPath } from '../data-folder/data-paths.ts';
import type { FunctionPool } from '../lambda/function-pool.ts';
import { startMeteringTimer } from './metering-timer.ts';

/** The local stand-in for the CDN's logs, their bucket and what listens to it. */
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
      const made = await pool.invoke(event, { requestId: randomUUID() });
      if (made.outcome !== 'returned') throw new Error(`not metered: ${made.outcome}`);
      return made.result as SQSBatchResponse;
    },
  });
  return { log, stop };
}
