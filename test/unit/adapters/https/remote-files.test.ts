import { connect } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createHttpsRemoteFiles,
  type RemoteFilesParts,
} from '../../../../adapters/https/remote-files.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import {
  RECEIVER_ADDRESS,
  RECEIVER_HOST,
  type Receiver,
  startReceiver,
} from '../../../support/webhooks/receiver.ts';

const SOURCE = `https://${RECEIVER_HOST}/photos/bridge.jpg?size=full`;
const MAX_BYTES = 100_000;
let origin: Receiver;
beforeEach(async () => {
  origin = await startReceiver();
});
afterEach(() => origin.stop());

const read = (url = SOURCE, changes: Partial<RemoteFilesParts> = {}) =>
  createHttpsRemoteFiles(origin.parts(changes)).read(url, MAX_BYTES);
const failed = (fault: string, status: number | null = null) => ({
  outcome: 'failed',
  fault,
  status,
});
const bytesAnswered = async () => {
  const file = await read();
  return file.outcome === 'read' ? Buffer.from(file.bytes).toString() : file;
};

describe('the reader of remote files (uploads.from-url)', () => {
  it('reads a file from the address that the name has, and holds the certificate to the name', async () => {
    const disposition = 'inline; filename="a.jpg"';
    origin.answer((response) => {
      response.writeHead(200, { 'content-disposition': disposition }).end('bytes');
    });
    const file = await read();
    expect(file).toEqual({ outcome: 'read', bytes: Buffer.from('bytes'), disposition });
    const [first] = origin.received;
    expect(first).toMatchObject({ method: 'GET', path: '/photos/bridge.jpg?size=full', body: '' });
    expect(first?.headers).toMatchObject({ host: RECEIVER_HOST, 'accept-encoding': 'identity' });
    expect(first?.headers).not.toHaveProperty('authorization');
    expect(first?.headers).not.toHaveProperty('cookie');
    expect(origin.connected).toEqual([
      { host: RECEIVER_ADDRESS, port: 443, servername: RECEIVER_HOST },
    ]);
    const { port } = origin;
    const untrusted: RemoteFilesParts['connect'] = (options) =>
      connect({ ...options, host: '127.0.0.1', port });
    expect(await read(SOURCE, { connect: untrusted })).toEqual(failed('connection_failed'));
    expect(await read('https://other.example.com/')).toEqual(failed('connection_failed'));
  });

  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '::',
    '::ffff:10.0.0.1',
    'fd00:ec2::254',
    'fe80::1%eth0',
    '64:ff9b::a9fe:a9fe',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
  ])(
    'connects to nothing where a name leads to %s, alone or among others (security.remote-sources)',
    async (address) => {
      for (const addresses of [
        [address],
        [RECEIVER_ADDRESS, address],
        [address, RECEIVER_ADDRESS],
      ]) {
        const file = await read(SOURCE, { resolve: async () => addresses });
        expect(file).toMatchObject({ outcome: 'not_allowed' });
      }
      expect(origin.connected).toEqual([]);
    },
  );

  it.each([
    'http://hooks.example.com/',
    'https://hooks.example.com:8443/',
    'https://user@hooks.example.com/',
    'https://user:secret@hooks.example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://localhost/',
    'https://localhost./',
    'https://metadata/',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'no address',
  ])('looks nothing up for %s, and follows no redirect to it', async (url) => {
    expect(await read(url)).toMatchObject({ outcome: 'not_allowed' });
    expect([origin.resolved, origin.connected]).toEqual([[], []]);
    origin.answer((response) => void response.writeHead(302, { location: url }).end());
    if (url === 'no address') return; // as a location it is a path
    expect(await read()).toMatchObject({ outcome: 'not_allowed' });
    expect([origin.resolved.length, origin.connected.length]).toEqual([1, 1]);
  });

  it('resolves the name of each redirect again, and connects to no private address of it', async () => {
    origin.answer((response) => {
      response.writeHead(301, { location: 'https://inner.example.com/' }).end();
    });
    const resolve = async (hostname: string) => {
      origin.resolved.push(hostname);
      return [hostname === RECEIVER_HOST ? RECEIVER_ADDRESS : '10.0.0.1'];
    };
    expect(await read(SOURCE, { resolve })).toMatchObject({ outcome: 'not_allowed' });
    expect(origin.resolved).toEqual([RECEIVER_HOST, 'inner.example.com']);
    expect(origin.connected).toHaveLength(1);
  });

  it.each([301, 302, 303, 307, 308])('follows %i a few times and no more', async (status) => {
    const redirectsTo = (most: number) =>
      origin.answer((response, nth) => {
        if (nth > most) response.end('there');
        else response.writeHead(status, { location: `/hop-${nth}#part` }).end();
      });
    redirectsTo(LIMITS.maxSourceRedirects);
    expect(await bytesAnswered()).toBe('there');
    expect(origin.received.map(({ path }) => path).slice(1)).toEqual([
      '/hop-1',
      '/hop-2',
      '/hop-3',
    ]);
    origin.received.length = 0;
    redirectsTo(LIMITS.maxSourceRedirects + 1);
    expect(await bytesAnswered()).toEqual(failed('too_many_redirects'));
    expect(origin.received).toHaveLength(LIMITS.maxSourceRedirects + 1);
  });

  it('refuses a long file by its Content-Length, before any byte of it', async () => {
    origin.answer((response) => {
      response.writeHead(200, { 'content-length': MAX_BYTES + 1 });
      response.flushHeaders(); // and never a body
    });
    expect(await read()).toEqual({ outcome: 'too_large' });
  });

  it('counts the bytes as they arrive, and ends the connection at the first too many', async () => {
    let written = 0;
    const ended = new Promise<void>((resolve) => {
      origin.answer((response) => {
        const more = () => {
          written += 65_536;
          if (!response.destroyed) response.write(Buffer.alloc(65_536), () => setImmediate(more));
        };
        response.on('close', resolve);
        more();
      });
    });
    expect(await read()).toEqual({ outcome: 'too_large' });
    await ended;
    expect(written).toBeLessThan(64_000_000);
    origin.answer((response) => void response.end(Buffer.alloc(MAX_BYTES)));
    expect(await read()).toMatchObject({ outcome: 'read' });
  });

  it('reads no compressed file', async () => {
    origin.answer((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(9)));
    });
    expect(await read()).toEqual(failed('content_encoded'));
  });

  it.each([204, 206, 304, 401, 403, 404, 500])('reads no file of the status %i', async (status) => {
    origin.answer((response) => void response.writeHead(status).end());
    expect(await read()).toEqual(failed('unexpected_status', status));
  });

  it('has one deadline for everything: names, redirects, heads and bodies', async () => {
    const timedOut = failed('timed_out');
    const soon = { timeoutMs: 300 };
    const resolve = () => new Promise<never>(() => undefined);
    expect(await read(SOURCE, { ...soon, resolve })).toEqual(timedOut);
    origin.answer(() => undefined);
    expect(await read(SOURCE, soon)).toEqual(timedOut);
    origin.answer((response) => {
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    });
    expect(await read(SOURCE, soon)).toEqual(timedOut);
    origin.answer((response) => {
      setTimeout(() => response.writeHead(302, { location: '/again' }).end(), 120);
    });
    expect(await read(SOURCE, soon)).toEqual(timedOut);
  });

  it('says so where a name is not found, and where a file ends early', async () => {
    const resolve = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await read(SOURCE, { resolve })).toEqual(failed('name_not_found'));
    origin.answer((response) => {
      response.writeHead(200, { 'content-length': 10 }).write('half', () => response.destroy());
    });
    expect(await read()).toEqual(failed('connection_failed'));
  });
});
