import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { METRIC } from './folders.ts';

/** sRGB without alpha, three bytes a pixel. */
export interface Frame {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Starts the program of metric/; a score is one of SSIMULACRA2, at most 100. */
export function startMetric() {
  const child = spawn(METRIC, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const send = (code: number, { data, width, height }: Frame) => {
    const head = Buffer.alloc(12);
    for (const [at, value] of [code, width, height].entries()) head.writeUInt32LE(value, at * 4);
    child.stdin.write(head);
    child.stdin.write(data);
  };
  return {
    setReference: (frame: Frame) => send(1, frame),
    async score(frame: Frame): Promise<number> {
      send(2, frame);
      return Number((await lines.next()).value);
    },
    close: () => child.stdin.end(),
  };
}
