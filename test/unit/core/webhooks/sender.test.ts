import { createServer } from 'node:net';
import { connect } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createHttpsWebhookSender,
  type HttpsSenderParts,
} from '../../../../adapters/https/webhook-sender.ts';
import {
  RECEIVER_ADDRESS,
  RECEIVER_HOST,
  RECEIVER_URL,
  type Receiver,
  startReceiver,
} from '../../../support/webhooks/receiver.ts';

const MESSAGE = { url: RECEIVER_URL, headers: { 'webhook-id': 'evt_a' }, body: '{"ü":1}' };
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.stop());

const send = (changes: Partial<HttpsSenderParts> = {}, url = MESSAGE.url) =>
  createHttpsWebhookSender(receiver.parts(changes)).send({ ...MESSAGE, url });
const to = (...addresses: string[]) => ({
  resolve: async (hostname: string) => {
    receiver.resolved.push(hostname);
    return addresses;
  },
});
/** The first look-up answers one thing, every later one another. */
function changingName(first: string, later: string) {
  return {
    resolve: async (hostname: string) => [receiver.resolved.push(hostname) === 1 ? first : later],
  };
}

describe('the sender of webhooks', () => {
  it('posts the body as it is to the address that the name has, and holds the certificate to the name', async () => {
    expect(await send()).toEqual({ status: 200, fault: null });
    const [first] = receiver.received;
    expect(first).toMatchObject({ method: 'POST', path: '/in?a=1', body: MESSAGE.body });
    expect(first?.headers).toMatchObject({ host: RECEIVER_HOST, 'webhook-id': 'evt_a' });
    expect(receiver.connected).toEqual([
      { host: RECEIVER_ADDRESS, port: 443, servername: RECEIVER_HOST },
    ]);
  });

  it('looks a name up once: one that changes between two look-ups leads nowhere else (webhooks.global-addresses)', async () => {
    expect(await send(changingName(RECEIVER_ADDRESS, '127.0.0.1'))).toMatchObject({ status: 200 });
    expect(receiver.resolved).toEqual([RECEIVER_HOST]);
    expect(receiver.connected.map(({ host }) => host)).toEqual([RECEIVER_ADDRESS]);
    // the next delivery resolves the name again, and is refused then
    receiver.resolved.length = 1;
    const later = changingName(RECEIVER_ADDRESS, '127.0.0.1');
    expect(await send(later)).toEqual({ status: null, fault: 'address_not_allowed' });
    expect(receiver.connected).toHaveLength(1);
  });

  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '::1',
    '::ffff:169.254.169.254',
    'fd00::1',
    '64:ff9b::a9fe:a9fe',
    '2002:7f00:1::',
    'fe80::1%eth0',
    '0.0.0.0',
    '100.100.100.200',
  ])('connects to nothing where a name leads to %s, alone or among others', async (address) => {
    for (const addresses of [[address], [RECEIVER_ADDRESS, address], [address, RECEIVER_ADDRESS]]) {
      expect(await send(to(...addresses))).toEqual({ status: null, fault: 'address_not_allowed' });
    }
    expect(receiver.connected).toEqual([]);
  });

  it.each([
    'http://hooks.example.com/',
    'https://hooks.example.com:8443/',
    'https://127.0.0.1/',
    'https://a:b@hooks.example.com/',
    'https://2130706433/',
    'https://[::1]/',
    'https://localhost/',
  ])('connects to nothing, and looks nothing up, for %s', async (url) => {
    expect(await send({}, url)).toEqual({ status: null, fault: 'address_not_allowed' });
    expect([receiver.resolved, receiver.connected]).toEqual([[], []]);
  });

  it('says so where a name is not found', async () => {
    const resolve = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await send({ resolve })).toEqual({ status: null, fault: 'name_not_found' });
    expect(await send(to())).toEqual({ status: null, fault: 'name_not_found' });
  });

  it('accepts no certificate of another name, and none without a trusted issuer', async () => {
    const failed = { status: null, fault: 'connection_failed' };
    expect(await send({}, 'https://other.example.com/')).toEqual(failed);
    const { port } = receiver;
    const untold: HttpsSenderParts['connect'] = (options) =>
      connect({ ...options, host: '127.0.0.1', port });
    expect(await send({ connect: untold })).toEqual(failed);
    expect(receiver.received).toEqual([]);
  });

  it.each([301, 302, 307, 308])(
    'follows no redirect: %i is a status like others (webhooks.global-addresses)',
    async (status) => {
      receiver.answer((response) => {
        response.writeHead(status, { location: 'https://169.254.169.254/' }).end();
      });
      expect(await send()).toEqual({ status, fault: null });
      expect([receiver.resolved.length, receiver.connected.length]).toEqual([1, 1]);
    },
  );

  it('gives a receiver that hangs its time and no more (webhooks.bounded)', async () => {
    receiver.answer(() => undefined);
    expect(await send({ timeoutMs: 200 })).toEqual({ status: null, fault: 'timed_out' });
  });

  it('gives a receiver that sends its headers a letter at a time no more', async () => {
    const slow = createServer((socket) => {
      const timer = setInterval(() => socket.write('x'), 20);
      socket.on('error', () => undefined).on('close', () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const { port } = slow.address() as { port: number };
    const dial = () => connect({ host: '127.0.0.1', port });
    const outcome = await send({ timeoutMs: 300, connect: dial });
    expect(outcome.status).toBeNull();
    await new Promise((resolve) => slow.close(resolve));
  });

  it('uses the status if the body never ends, and reads only a little of it', async () => {
    receiver.answer((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    });
    expect(await send({ timeoutMs: 300 })).toEqual({ status: 200, fault: null });
    let written = 0;
    const ended = new Promise<void>((resolve) => {
      receiver.answer((response) => {
        response.writeHead(200);
        const more = () => {
          written += 65_536;
          if (!response.destroyed) response.write(Buffer.alloc(65_536), () => setImmediate(more));
        };
        response.on('close', resolve);
        more();
      });
    });
    expect(await send()).toEqual({ status: 200, fault: null });
    await ended;
    expect(written).toBeLessThan(64_000_000);
  });

  it('waits for no resolver', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    expect(await send({ resolve, timeoutMs: 100 })).toEqual({ status: null, fault: 'timed_out' });
  });
});
