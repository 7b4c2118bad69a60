import { HOST_DIED } from '../../../local/lambda/pooled-host.ts';
import type { StartedService } from '../service/start-service.ts';
import type { Tally } from './tally.ts';
import type { MemoryReport } from './watch-memory.ts';

type Print = (line: string) => void;

/** Of all processes of a local service together (security.deadline-kills). */
export const MAX_SUM_BYTES = 2 * 1024 ** 3;
const SHOWN_PROCESSES = 6;
const inMib = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MiB`;

/** Prints the measured memory beside its bound, and checks it. */
export function checkMemory(report: MemoryReport, tally: Tally, print: Print): void {
  if (!report.isMeasured) {
    print('memory: not measured, there is no /proc here');
    return;
  }
  const { peakSumBytes, sumOfPeaksBytes, samples, atPeak, peaks } = report;
  const largest = peaks.slice(0, SHOWN_PROCESSES).map(({ peakBytes }) => inMib(peakBytes));
  print(`memory: peak sum ${inMib(peakSumBytes)} of ${inMib(MAX_SUM_BYTES)}, ${samples} samples`);
  print(`memory: own peaks of processes that lived at one moment: ${inMib(sumOfPeaksBytes)}`);
  print(`at the peak, in MiB: ${atPeak}`);
  print(`processes seen: ${peaks.length}; the largest peaks: ${largest.join(', ')}`);
  const isOver = peakSumBytes >= MAX_SUM_BYTES;
  tally.record('memory', isOver ? [`${inMib(peakSumBytes)}, over ${inMib(MAX_SUM_BYTES)}`] : []);
}

/** Deaths that the service didn't cause: the decoder or the engine crashed. */
export function checkDeaths(service: StartedService, tally: Tally): void {
  const deaths = service
    .output()
    .split('\n')
    .filter((line) => line.includes(HOST_DIED));
  tally.record('function processes', deaths);
  const { exitCode, signalCode } = service.child;
  const isDead = exitCode !== null || signalCode !== null;
  tally.record('service', isDead ? [`ended by ${signalCode ?? exitCode}`] : []);
}
