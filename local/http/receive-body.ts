import type { IncomingMessage } from 'node:http';
import { releaseBytes } from '../../core/foundation/release-bytes.ts';
import { arrivingChunks } from './arriving-chunks.ts';
import type { PaceClock } from './body-pace.ts';
import type { GateShare } from './byte-gate.ts';
import { isBodyUnasked } from './expect-continue.ts';

/** Maximum of discarded bytes before a client is disconnected; the minimum rate bounds the time. */
const MAX_DISCARDED_BYTES = 1_000_000_000;

/** The buffered amount of a body and its time. */
export interface BodyHold {
  /** Its start, so many bytes of it; the rest is counted. */
  readonly keptBytes: number;
  /** Of a body that has more than this nothing is held. */
  readonly maxBytes: number;
  /** So much of any body is held beside the gate. */
  readonly freeBytes: number;
  /** For the part beyond that. */
  readonly share: GateShare;
  /** Whether that may be held at all; asked once, when there is more. */
  mayHold(): Promise<boolean>;
  /** Hears each piece, held or not. */
  onPiece(piece: Uint8Array): void;
}

export interface ReceivedBody {
  /** The held part: its start, or nothing. */
  readonly body: Buffer;
  /** Of all that came. */
  readonly bytes: number;
}

function throwWithoutEnd(request: IncomingMessage, bytes: number): void {
  if (bytes <= MAX_DISCARDED_BYTES) return;
  request.destroy();
  throw new Error('a body without an end');
}

/**
 * Reads a body to its end without keeping any of it: a client that is still sending would else see
 * a reset (errors.payload-too-large, errors.body-read-to-end). A body that its client has to be
 * asked for is never asked for.
 */
export async function discardBody(request: IncomingMessage, clock: PaceClock): Promise<void> {
  if (isBodyUnasked(request)) return;
  let bytes = 0;
  for await (const piece of arrivingChunks(request, clock)) {
    bytes += piece.length;
    throwWithoutEnd(request, bytes);
  }
}

/** The length that a request declares; 0 for none. */
export function declaredBytes({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0);
}

/** The start of a body, as far as there is room for it. */
function createHeldStart(hold: BodyHold) {
  const { keptBytes, freeBytes, share, mayHold } = hold;
  let pieces: Buffer[] | undefined = [];
  let bytes = 0;
  let isAdmitted = false;
  const drop = (): void => {
    pieces = undefined;
    share.leave();
  };
  const makeRoom = async (more: number): Promise<void> => {
    if (!isAdmitted && !(await mayHold())) return drop();
    await share.take(isAdmitted ? more : bytes + more);
    isAdmitted = true;
  };
  return {
    drop,
    async add(piece: Buffer): Promise<void> {
      const part = piece.subarray(0, keptBytes - bytes);
      if (!pieces || part.length === 0) return;
      if (bytes + part.length > freeBytes) await makeRoom(part.length);
      bytes += part.length;
      pieces?.push(part);
    },
    whole(): Buffer {
      const all = pieces ?? [];
      const whole = Buffer.concat(all);
      for (const piece of all) releaseBytes(piece);
      return whole;
    },
  };
}

/**
 * Reads a body to its end, and holds its start as it arrives. The rest is read all the same
 * (errors.payload-too-large, errors.body-read-to-end). Throws SlowBodyError below the minimum rate,
 * and if the client goes away before the end.
 */
export async function receiveBody(
  request: IncomingMessage,
  clock: PaceClock,
  hold: BodyHold,
): Promise<ReceivedBody> {
  const start = createHeldStart(hold);
  request.once('close', hold.share.leave); // a client that went away waits for no room
  if (declaredBytes(request) > hold.maxBytes) start.drop();
  let bytes = 0;
  for await (const piece of arrivingChunks(request, clock)) {
    bytes += piece.length;
    hold.onPiece(piece);
    if (bytes > hold.maxBytes) start.drop();
    await start.add(piece);
    throwWithoutEnd(request, bytes);
  }
  return { body: start.whole(), bytes };
}
