import type { IncomingMessage } from 'node:http';
import { createBodyPace, type PaceClock } from './body-pace.ts';
import { askForBody } from './expect-continue.ts';

/** A body came slower than the floor. */
export class SlowBodyError extends Error {
  override name = 'SlowBodyError';
}

/**
 * The pieces of a body as they arrive; the time in which a piece is dealt with doesn't count.
 * Throws SlowBodyError, and leaves the connection open then, so that it can be answered; throws too
 * where the client goes away.
 */
export async function* arrivingChunks(
  request: IncomingMessage,
  clock: PaceClock,
): AsyncGenerator<Buffer> {
  askForBody(request);
  const tooSlow = Promise.withResolvers<never>();
  tooSlow.promise.catch(() => undefined); // resolves the promises that wait for a piece
  const pace = createBodyPace(clock, () => tooSlow.reject(new SlowBodyError()));
  const pieces: AsyncIterator<Buffer> = request[Symbol.asyncIterator]();
  try {
    for (;;) {
      pace.run();
      const { done, value } = await Promise.race([pieces.next(), tooSlow.promise]);
      if (done) return;
      pace.note(value.length);
      pace.rest();
      yield value;
    }
  } finally {
    pace.rest();
  }
}
