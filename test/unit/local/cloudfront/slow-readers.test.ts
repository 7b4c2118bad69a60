import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  functionsWithin,
  HUGE_BYTES,
  imageOf,
  LARGE_BYTES,
  WIDTHS,
} from '../../../support/local/service-functions.ts';
import { startFixtureService } from '../../../support/local/start-fixture-service.ts';
import { stopTimers } from '../../../support/waits/stop-timers.ts';

/** In which the busiest machine starts a thread, and sends the largest body to the parent. */
const TIMEOUT_MS = 120_000;
const functions = functionsWithin(TIMEOUT_MS);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const letter = (at: number) => String.fromCharCode(97 + (at % 20));
const idOf = (at: number) => `img_${letter(at).repeat(25)}${letter(Math.floor(at / 20))}`;
const urlOf = (at: number, width: number) => `/res/${idOf(at)}.jpg?width=${width}`;

interface StalledReader {
  readonly socket: Socket;
  /** Of the answer, head and all. */
  rest(): Promise<Buffer>;
}

/** Reads the first piece of an answer, and the rest only when the test says so. */
async function stall(port: number, path: string): Promise<StalledReader> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  const pieces: Buffer[] = [];
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  socket.on('data', (piece: Buffer) => pieces.push(piece));
  await once(socket, 'data');
  socket.pause();
  expect(pieces[0]?.toString('latin1')).toMatch(/^HTTP\/1\.1 200 /);
  return {
    socket,
    async rest() {
      const ended = once(socket, 'close');
      socket.resume();
      await ended;
      const all = Buffer.concat(pieces);
      return all.subarray(all.indexOf('\r\n\r\n') + 4);
    },
  };
}

describe('slow readers (security.slow-readers)', () => {
  it('hold no process: new renditions are made and stored ones are served beside fifty of them (security.slow-readers)', async () => {
    const { ask, service } = await startFixtureService(undefined, { functions });
    const stalled: StalledReader[] = [];
    for (let at = 0; at < 50; at += 1) {
      stalled.push(await stall(service.port, urlOf(at, at % 8 ? WIDTHS.large : WIDTHS.huge)));
    }
    for (const width of [WIDTHS.heavy, WIDTHS.small]) {
      // a busy machine may start a process too late for its first request
      const statusOf = async () => (await ask(urlOf(50, width))).status;
      await expect.poll(statusOf).toBe(200);
    }
    expect(stalled.filter(({ socket }) => socket.destroyed)).toEqual([]);
  });

  it.each([
    ['huge', WIDTHS.huge, HUGE_BYTES],
    ['large', WIDTHS.large, LARGE_BYTES],
  ])("get a %s image whole, however long after the function's time", async (_, width, bytes) => {
    stopTimers();
    const { ask, service } = await startFixtureService(undefined, { functions });
    const reader = await stall(service.port, urlOf(0, width));
    const isBusy = async () => /state="busy"} [1-9]/.test(`${(await ask('/metrics')).body}`);
    while (await isBusy()) await turn();
    // whatever ties the process to its reader is cut by then
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS + 500);
    const body = await reader.rest();
    expect(body.length).toBe(bytes);
    expect(sha256(body)).toBe(sha256(imageOf(width)));
  });

  it('leave nothing on disk, whether they have it all, go away or are never seen again', async () => {
    const { service, dataDir } = await startFixtureService(undefined, { functions });
    const readers = await Promise.all(
      [0, 1, 2].map((at) => stall(service.port, urlOf(at, WIDTHS.huge))),
    );
    // a file loses its name as soon as it is open: a kill leaves none either
    await expect.poll(() => readdir(`${dataDir}/spool`)).toEqual([]);
    await readers[0]?.rest();
    readers[1]?.socket.destroy();
    expect(await readdir(`${dataDir}/spool`)).toEqual([]);
  });
});
