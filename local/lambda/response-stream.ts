import { Writable } from 'node:stream';
import type { HostMessage, ResponseHead } from './host-messages.ts';

/** Bytes sent and not yet consumed by the parent; a slow client may keep as many in the channel. */
const WINDOW_BYTES = 1_048_576;
const SLICE_BYTES = 262_144;
/**
 * The parent tells of consumed bytes by so many, a part of the window: a body below it needs no
 * message back.
 */
export const CONSUMED_BYTES = WINDOW_BYTES / 4;

/** A function's side of one streamed answer. */
export interface ResponseStream {
  readonly writable: Writable;
  sendHead(head: ResponseHead): void;
  /** The parent's client has taken so many bytes. */
  noteConsumed(bytes: number): void;
}

type Send = (message: HostMessage) => void;

const HEADS = new WeakMap<Writable, (head: ResponseHead) => void>();

/** Sends an answer's head through the stream that a handler was given. */
export function sendHead(writable: Writable, head: ResponseHead): void {
  HEADS.get(writable)?.(head);
}

function createWindow() {
  let openBytes = 0;
  let resume: (() => void) | undefined;
  return {
    take(bytes: number): void {
      openBytes += bytes;
    },
    give(bytes: number): void {
      openBytes -= bytes;
      if (openBytes < WINDOW_BYTES) resume?.();
    },
    async opened(): Promise<void> {
      if (openBytes < WINDOW_BYTES) return;
      await new Promise<void>((resolve) => {
        resume = resolve;
      });
      resume = undefined;
    },
  };
}

/**
 * A stream like the one that Lambda gives a streaming handler: head, chunks and end go to the
 * parent as messages. The last slice goes with the end. So a client on this machine that has all
 * bytes finds the image's rendition stored.
 */
export function createResponseStream(id: number, send: Send): ResponseStream {
  const window = createWindow();
  let isHeadSent = false;
  const sendHeadOnce = (head: ResponseHead): void => {
    if (isHeadSent) return;
    isHeadSent = true;
    send({ type: 'head', id, head });
  };
  const bare: ResponseHead = {
    statusCode: 200,
    headers: { 'content-type': 'application/octet-stream' },
  };
  let held: Buffer | undefined;
  const sendHeld = async (): Promise<void> => {
    if (!held) return;
    await window.opened();
    window.take(held.length);
    send({ type: 'chunk', id, data: held });
    held = undefined;
  };
  const sendChunk = async (chunk: Buffer): Promise<void> => {
    sendHeadOnce(bare);
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
      await sendHeld();
      held = chunk.subarray(at, at + SLICE_BYTES);
    }
  };
  const sendEnd = async (): Promise<void> => {
    sendHeadOnce(bare);
    await sendHeld();
    send({ type: 'end', id });
  };
  const writable = new Writable({
    write(chunk: Buffer, _encoding, done) {
      sendChunk(chunk).then(() => done(), done);
    },
    final(done) {
      sendEnd().then(() => done(), done);
    },
  });
  HEADS.set(writable, sendHeadOnce);
  return { writable, sendHead: sendHeadOnce, noteConsumed: window.give };
}
