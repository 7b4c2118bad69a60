import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WIDTHS } from '../../../support/local/service-functions.ts';
import { startFixtureService } from '../../../support/local/start-fixture-service.ts';

const WAIT = { timeout: 30_000, interval: 20 };
const SAVE = '/api/v1/save-temporary-image';
const UPLOAD = '/api/v1/upload-temporary-image/upl_known';
const JSON_TYPE = 'Content-Type: application/json';

interface Talk {
  readonly socket: Socket;
  heard(): string;
  /** How it ended: by the other side's end, or by an error. */
  ended(): 'open' | 'ended' | string;
}

async function talk(): Promise<Talk> {
  const { service } = await startFixtureService();
  const socket = connect({ port: service.port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  let heard = '';
  let ended = 'open';
  socket.on('data', (piece) => {
    heard += piece.toString('latin1');
  });
  socket.on('error', ({ message }) => {
    ended = message;
  });
  socket.on('end', () => {
    ended = 'ended';
  });
  return { socket, heard: () => heard, ended: () => ended };
}

function head(method: string, path: string, ...lines: string[]): string {
  return [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n');
}
function statusesIn(heard: string): string[] {
  return [...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status ?? '');
}

describe('a client that closes its sending side', () => {
  it.each([
    ['a call', `${head('POST', SAVE, JSON_TYPE, 'Content-Length: 14')}{"act":"slow"}`],
    ['an image', head('GET', `/res/img_${'a'.repeat(26)}.jpg?width=${WIDTHS.slow}`)],
  ])('after %s gets the whole answer, then the end (local.half-closed)', async (_, text) => {
    const { socket, heard, ended } = await talk();
    socket.end(text);
    await expect.poll(ended, WAIT).toBe('ended');
    expect(statusesIn(heard())).toEqual(['200']);
    const [, length] = /content-length: (\d+)/i.exec(heard()) ?? [];
    expect(heard().length - heard().indexOf('\r\n\r\n') - 4).toBe(Number(length));
  });

  it('in the middle of its body is not waited for (local.half-closed, security.slow-clients)', async () => {
    const { socket, ended } = await talk();
    socket.end(`${head('POST', SAVE, JSON_TYPE, 'Content-Length: 100')}{`);
    await expect.poll(ended, WAIT).not.toBe('open');
  });
});

describe('Expect: 100-continue', () => {
  const expecting = (method: string, path: string, bytes: number, ...lines: string[]) =>
    head(method, path, 'Expect: 100-continue', `Content-Length: ${bytes}`, ...lines);
  const key = 'X-API-Key: private_x';

  it.each([
    ['404', 'an unknown route', expecting('POST', '/api/v1/nothing', 10, JSON_TYPE)],
    ['405', 'a method of images', expecting('POST', '/res/img_a.jpg', 10)],
    ['413', 'a declared length', expecting('POST', UPLOAD, 20_000_000, 'Content-Type: image/png')],
    ['200', 'a credential', expecting('POST', SAVE, 2, JSON_TYPE)],
    ['200', 'a Content-Type', expecting('POST', SAVE, 2, key, 'Content-Type: text/plain')],
    [
      '200',
      'an upload key',
      expecting('POST', UPLOAD.replace('known', 'unknown'), 9, 'Content-Type: image/png'),
    ],
  ])(
    'answers %s without 100 where %s decides, and ends the connection (local.expect-continue)',
    async (status, _, text) => {
      const { socket, heard, ended } = await talk();
      socket.write(text);
      await expect.poll(ended, WAIT).toBe('ended');
      // the function of this fixture answers each event, refused or not
      expect(statusesIn(heard())).toEqual([status]);
      expect(heard()).toMatch(/\r\nConnection: close\r\n/i);
    },
  );

  it('is granted where the head is accepted, and the connection continues (local.expect-continue)', async () => {
    const { socket, heard, ended } = await talk();
    for (let at = 1; at <= 2; at += 1) {
      socket.write(expecting('POST', SAVE, 2, key, JSON_TYPE));
      await expect
        .poll(() => statusesIn(heard()).filter((one) => one === '100').length, WAIT)
        .toBe(at);
      socket.write('{}');
      await expect
        .poll(() => statusesIn(heard()).filter((one) => one === '200').length, WAIT)
        .toBe(at);
    }
    expect(statusesIn(heard())).toEqual(['100', '200', '100', '200']);
    expect(ended()).toBe('open');
  });

  it('is granted once to an upload whose key is known (local.expect-continue)', async () => {
    const { socket, heard } = await talk();
    socket.write(expecting('POST', UPLOAD, 3, 'Content-Type: image/png'));
    await expect.poll(heard, WAIT).toContain('100 Continue');
    socket.write('abc');
    await expect.poll(() => statusesIn(heard()), WAIT).toEqual(['100', '200']);
  });
});
