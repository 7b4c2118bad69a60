import { Worker } from 'node:worker_threads';
import { compileBounded } from '../wasm/compile-bounded.ts';
import type { WasmFiles } from '../wasm/find-wasm.ts';
import { DRAWING_PROGRAM } from './drawing-program.ts';

/** A drawing that is done; its pixels are premultiplied, and absent from a trial. */
export interface Drawn {
  /** CPU milliseconds that it took. */
  readonly cpuMs: number;
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array<ArrayBuffer> | undefined;
}

/** Why an instance drew nothing; one whose memory was full is of no use afterwards. */
export interface NotDrawn {
  readonly fault: string;
  readonly isOutOfMemory: boolean;
}

/** A thread with an instance of the renderer for one SVG. */
export interface DrawingThread {
  /** Draws with this longer side, in pixels; rejects if the thread ends before. */
  draw(side: number, isTrial: boolean): Promise<Drawn | NotDrawn>;
  /** CPU milliseconds of the thread so far. */
  cpuMs(): Promise<number>;
  /** Stops it immediately, in the midst of WebAssembly too. */
  end(): Promise<void>;
}

/**
 * Of one instance. The process has at most 400 MB with it: 100 MB of its own, the drawing's text
 * and elements, and the pixels once more.
 */
export const MAX_DRAWING_MEMORY_BYTES = 192 * 1024 ** 2;

const NO_USAGE = { user: 0, system: 0 };

/** The data for the thread, which must be of a kind that can be copied. */
interface ThreadData {
  readonly loader: string;
  readonly module: unknown;
  readonly svg: string;
  readonly mode: 'width' | 'height';
}

/** The next message of a thread; rejects if it ends before. */
function nextMessage(worker: Worker): Promise<Drawn | NotDrawn> {
  const { promise, resolve, reject } = Promise.withResolvers<Drawn | NotDrawn>();
  const ended = () => reject(new Error('the drawing thread has ended'));
  worker.once('message', resolve).once('error', reject).once('exit', ended);
  const forget = () => {
    worker.off('message', resolve).off('error', reject).off('exit', ended);
  };
  return promise.finally(forget);
}

/** Opens a thread for this SVG, whose longer side is the width or the height. */
export async function openDrawingThread(
  { loader, module }: WasmFiles,
  svg: string,
  mode: 'width' | 'height',
): Promise<DrawingThread> {
  const compiled = await compileBounded(module, MAX_DRAWING_MEMORY_BYTES);
  const workerData: ThreadData = { loader, module: compiled, svg, mode };
  // without bounds of the heap, as memory of WebAssembly counts towards them. Each growth near such
  // a bound was a collection, which took three times the CPU of the drawing.
  const worker = new Worker(DRAWING_PROGRAM, {
    eval: true,
    workerData,
    env: {},
    execArgv: [],
  });
  worker.on('error', () => undefined); // of a thread that draws nothing at the moment
  return {
    draw(side, isTrial) {
      const message = nextMessage(worker);
      worker.postMessage([side, isTrial]);
      return message;
    },
    async cpuMs() {
      // one that has just ended has none; its drawing fails for that reason
      const { user, system } = await worker.cpuUsage().catch(() => NO_USAGE);
      return (user + system) / 1_000;
    },
    async end() {
      await worker.terminate();
    },
  };
}
