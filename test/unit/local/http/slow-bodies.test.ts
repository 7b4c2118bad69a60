import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { createHandClock } from '../../../support/local/hand-clock.ts';
import { startFixtureService } from '../../../support/local/start-fixture-service.ts';
import { untilNotBusy } from '../../../support/waits/until-not-busy.ts';

const SAVE = '/api/v1/save-temporary-image';
const UPLOAD = '/api/v1/upload-temporary-image';
const LIGHT_CALLS = [SAVE, '/api/v1/update-image-metadata', '/api/v1/delete-image'];

/** However slow the machine is. */
const until = <T>(look: () => T) => expect.poll(look, { timeout: 30_000 });

interface SlowClient {
  readonly socket: Socket;
  heard(): string;
  /** Whether the service has received all bytes, except those in the buffers of connections. */
  isSent(): boolean;
}

/** Opens a request whose body never ends. */
async function begin(
  port: number,
  path: string,
  start: Buffer | string = 'x',
): Promise<SlowClient> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: image/jpeg\r\nContent-Length: 4400000\r\n\r\n`;
  let isSent = false;
  socket.write(Buffer.concat([Buffer.from(head), Buffer.from(start)]), () => {
    isSent = true;
  });
  return { socket, heard: () => text, isSent: () => isSent };
}

const openSlowly = (port: number, count: number, key: string) =>
  Promise.all(Array.from({ length: count }, (_, at) => begin(port, `${UPLOAD}/upl_${key}${at}`)));
const image = (bytes: number) => ({
  method: 'POST',
  headers: { 'Content-Type': 'image/jpeg' },
  body: Buffer.alloc(bytes, 7),
});
const json = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };

describe('slow and silent bodies (security.slow-clients)', () => {
  it.each(['known', 'unknown'])(
    'hold up no light call and no upload, 200 of them with a key that is %s (security.slow-clients)',
    async (key) => {
      const { ask, service } = await startFixtureService(undefined, {
        bodyClock: createHandClock(),
      });
      const slow = await openSlowly(service.port, 200, key);
      for (const path of LIGHT_CALLS) expect((await ask(path, json)).status).toBe(200);
      expect((await ask(`${UPLOAD}/upl_mine`, image(4_000_000))).status).toBe(200);
      expect(slow.filter(({ heard, socket }) => heard() !== '' || socket.destroyed)).toEqual([]);
    },
  );

  it('hold up no upload with a good key, having sent nearly all of it without one', async () => {
    const { ask, service } = await startFixtureService(undefined, { bodyClock: createHandClock() });
    const most = Buffer.alloc(4_000_000);
    const stalled = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        begin(service.port, `${UPLOAD}/upl_unknown${at}`, most),
      ),
    );
    await until(() => stalled.filter(({ isSent }) => isSent())).toHaveLength(30);
    const result = await Promise.all(
      // sixteen concurrent requests may be answered with busy, and succeed when they are sent again
      Array.from({ length: 16 }, () =>
        untilNotBusy(() => ask(`${UPLOAD}/upl_mine`, image(4_400_000))),
      ),
    );
    expect(new Set(result.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('that fill the gate and stall hold up no light call', async () => {
    const bodyClock = createHandClock();
    let begun = 0;
    const opensUploads = async () => {
      begun += 1;
      return true;
    };
    const { ask, service } = await startFixtureService(undefined, { bodyClock, opensUploads });
    const most = Buffer.alloc(4_000_000);
    await Promise.all(
      Array.from({ length: 30 }, (_, at) => begin(service.port, `${UPLOAD}/upl_stalls${at}`, most)),
    );
    await until(() => begun).toBe(30);
    // the time of a body that waits for room doesn't count: fewer clocks than bodies, a full gate
    await until(() => bodyClock.waiting()).toBeLessThan(30);
    for (const path of LIGHT_CALLS) expect((await ask(path, json)).status).toBe(200);
    expect(bodyClock.waiting()).toBeLessThan(30); // it is still full
  });

  it('below the floor are answered 408 and end, and the rest of the time goes to others', async () => {
    const bodyClock = createHandClock();
    const { ask, service, lines } = await startFixtureService(undefined, { bodyClock });
    const [slow] = await openSlowly(service.port, 1, 'known');
    await until(() => bodyClock.waiting()).toBe(1);
    bodyClock.pass(LIMITS.bodyPatienceMs + LIMITS.bodyPatienceMs);
    await once(slow?.socket as Socket, 'close');
    const heard = slow?.heard() ?? '';
    expect(heard).toMatch(/^HTTP\/1\.1 408 /);
    expect(heard).toContain('X-Error-Code: request_timeout');
    expect(heard).toContain('"code":"request_timeout"');
    await until(() => lines).toMatchObject([{ status: 408 }]);
    expect((await ask(SAVE, json)).status).toBe(200);
  });

  it('of a key that opens nothing are read to their end, held nowhere and left to the function', async () => {
    const { ask } = await startFixtureService();
    const response = await ask(`${UPLOAD}/upl_unknown`, image(4_000_000));
    expect(response.status).toBe(200); // the fixture answers whatever it is given
    expect(JSON.parse(response.body.toString()).event.body).toBe(null);
  });

  it('of a body without an image only the bytes that refuse it are held (errors.payload-too-large)', async () => {
    const { ask } = await startFixtureService();
    const response = await ask(SAVE, image(4_000_000));
    const { event } = JSON.parse(response.body.toString());
    expect(Buffer.from(event.body, 'base64')).toHaveLength(LIMITS.maxJsonBytes + 1);
  });
});
