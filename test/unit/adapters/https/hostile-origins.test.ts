import { createServer as createTcpServer, type Socket } from 'node:net';
import { connect, createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isGlobalAddress } from '../../../../adapters/https/global-address.ts';
import {
  createHttpsRemoteFiles,
  type RemoteFilesParts,
} from '../../../../adapters/https/remote-files.ts';
import {
  RECEIVER_ADDRESS,
  RECEIVER_HOST,
  type Receiver,
  SELF_SIGNED_PEM,
  startReceiver,
} from '../../../support/webhooks/receiver.ts';

const SOURCE = `https://${RECEIVER_HOST}/a.jpg`;
const MAX_BYTES = 100_000;
let origin: Receiver;
beforeEach(async () => {
  origin = await startReceiver();
});
afterEach(() => origin.stop());

const read = (url = SOURCE, changes: Partial<RemoteFilesParts> = {}) =>
  createHttpsRemoteFiles(origin.parts(changes)).read(url, MAX_BYTES);

const INNER = [
  [127, 0, 0, 1],
  [10, 0, 0, 1],
  [169, 254, 169, 254],
  [172, 16, 0, 1],
  [192, 168, 1, 1],
  [100, 64, 0, 1],
  [0, 0, 0, 0],
] as const;
const hex = (byte: number, digits = 1) => byte.toString(16).padStart(digits, '0');
const octal = (byte: number) => `0${byte.toString(8)}`;

/** The spellings of an IPv4 address that URL parsers, resolvers or users read as it. */
function spellings([a, b, c, d]: (typeof INNER)[number]): string[] {
  const whole = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  const dotted = [a, b, c, d].join('.');
  const [high, low] = [hex(a * 256 + b), hex(c * 256 + d)];
  const wide = (text: string) =>
    text.replace(/[0-9.]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0));
  const v4 = [
    dotted,
    `${dotted}.`,
    `${whole}`,
    `0x${hex(whole, 8)}`,
    `0X${hex(whole, 8).toUpperCase()}`,
    `0${whole.toString(8)}`,
    `0000${whole.toString(8)}`,
    [a, b, c, d].map(octal).join('.'),
    [a, b, c, d].map((byte) => `0x${hex(byte)}`).join('.'),
    [a, b, c, d].map((byte) => `0x0000${hex(byte, 2)}`).join('.'),
    `0x${hex(a)}.${b}.${octal(c)}.${d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${b * 65_536 + c * 256 + d}`,
    `0x${hex(a)}.${octal(b * 65_536 + c * 256 + d)}`,
    dotted.replaceAll('.', '%2e'),
    dotted.replace(/^./, (sign) => `%3${sign}`),
    wide(dotted),
    dotted.replaceAll('.', '。'),
    dotted.replaceAll('.', '｡'),
    `\u00ad${dotted}`,
  ];
  const v6 = [
    `::ffff:${dotted}`,
    `::ffff:${high}:${low}`,
    `0:0:0:0:0:ffff:${high}:${low}`,
    `::FFFF:${high}:${low}`,
    `::${dotted}`,
    `::ffff:0:${high}:${low}`,
    `64:ff9b::${high}:${low}`,
    `64:ff9b::${dotted}`,
    `64:ff9b:1::${high}:${low}`,
    `2002:${high}:${low}::`,
    `2001:0:${high}:${low}::`,
    `fe80::5efe:${high}:${low}`,
  ];
  const hosts = [...v4, ...v6.map((address) => `[${address}]`)];
  const odd = [`${dotted}:443`, `${dotted}:8443`, `user@${dotted}`, `hooks.example.com@${dotted}`];
  return [...hosts, ...odd, `hooks.example.com%40${dotted}`, `${dotted}\\@hooks.example.com`];
}

describe('a host of a source URL that is an inner address (security.remote-sources)', () => {
  const hosts = INNER.flatMap(spellings).concat(
    ['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[fe80::1]', '[fe80::1%25eth0]', '[fc00::1]'],
    ['[fd00:ec2::254]', '[ff02::1]', '[2001:db8::1]', '[3fff::1]', '[100::1]', '[5f00::1]'],
    ['localhost', 'LOCALHOST', 'localhost.', 'ｌocalhost', 'ⓛocalhost', 'router', 'a..b.example'],
    [
      '0',
      '1',
      '0x',
      '1.2.3.4.5',
      '256.1.1.1',
      '127.1',
      '127.0.1',
      '%00',
      'a b.example',
      '*.example',
    ],
  );

  it('is never looked up nor connected to, in more than 250 spellings, by a redirect neither', async () => {
    expect(new Set(hosts).size).toBeGreaterThan(250);
    for (const host of hosts) {
      const url = `https://${host}/latest/meta-data/`;
      expect([url, (await read(url)).outcome]).toEqual([url, 'not_allowed']);
    }
    expect([origin.resolved, origin.connected]).toEqual([[], []]);
    let url = '';
    origin.answer((response) => void response.writeHead(302, { location: url }).end());
    for (const host of hosts.filter((_, at) => at % 12 === 0)) {
      url = `https://${encodeURI(host)
        .replaceAll('%25', '%')
        .replace(/%5B|%5D/g, decodeURIComponent)}/`;
      const file = await read();
      expect([url, file.outcome === 'read']).toEqual([url, false]);
    }
    expect(new Set(origin.resolved)).toEqual(new Set([RECEIVER_HOST]));
  });

  it('is refused as the address of a name too, in each form that a resolver may answer', async () => {
    const addresses = INNER.flatMap(([a, b, c, d]) => {
      const [high, low] = [hex(a * 256 + b), hex(c * 256 + d)];
      const mapped = [`::ffff:${a}.${b}.${c}.${d}`, `::ffff:${high}:${low}`, `::${high}:${low}`];
      const carried = [
        `64:ff9b::${high}:${low}`,
        `2002:${high}:${low}::1`,
        `2001:0:${high}:${low}::1`,
      ];
      return [`${a}.${b}.${c}.${d}`, ...mapped, ...carried];
    });
    for (const address of addresses) {
      expect([address, isGlobalAddress(address)]).toEqual([address, false]);
      const file = await read('https://127.0.0.1.nip.example/', { resolve: async () => [address] });
      expect([address, file.outcome]).toEqual([address, 'not_allowed']);
    }
    expect(origin.connected).toEqual([]);
    for (const odd of ['', 'localhost', '1.1.1', '01.1.1.1', '0x1.1.1.1', '1.1.1.1 ', '2606::%1']) {
      expect([odd, isGlobalAddress(odd)]).toEqual([odd, false]);
    }
    for (const address of ['1.1.1.1', '2606:4700::1111'])
      expect(isGlobalAddress(address)).toBe(true);
  });

  it('is not reached by a name that changes between the check and the connection', async () => {
    const answers = [[RECEIVER_ADDRESS], ['127.0.0.1'], ['10.0.0.1']];
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return answers[asked - 1] ?? ['169.254.169.254'];
    };
    expect(await read(SOURCE, { resolve })).toMatchObject({ outcome: 'read' });
    expect([asked, origin.connected.map(({ host }) => host)]).toEqual([1, [RECEIVER_ADDRESS]]);
    origin.answer((response) => void response.writeHead(302, { location: SOURCE }).end());
    asked = 0;
    expect(await read(SOURCE, { resolve })).toMatchObject({ outcome: 'not_allowed' });
    expect([asked, origin.connected.length]).toEqual([2, 2]);
  });
});

/**
 * An origin of raw bytes over TLS, and the number of its connections that are open. They count from
 * their first packet: on a busy machine a deadline may come before the end of a handshake.
 */
async function withRawOrigin<T>(
  talk: (socket: TLSSocket) => void,
  run: (parts: Partial<RemoteFilesParts>, held: () => number) => Promise<T>,
): Promise<T> {
  let held = 0;
  const server = createTlsServer({ key: SELF_SIGNED_PEM, cert: SELF_SIGNED_PEM }, (socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => talk(socket));
  });
  server.on('connection', (socket: Socket) => {
    held += 1;
    socket.on('close', () => {
      held -= 1;
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  const reach: RemoteFilesParts['connect'] = (options) =>
    connect({ ...options, host: '127.0.0.1', port, ca: SELF_SIGNED_PEM });
  try {
    return await run({ connect: reach, timeoutMs: 150 }, () => held);
  } finally {
    server.close();
  }
}

const HEAD = 'HTTP/1.1 200 OK\r\n';
/** Writes one text after the other, the last of them for ever. */
const repeatedly = (socket: Socket, texts: readonly string[], ms: number) => {
  let at = 0;
  const timer = setInterval(() => {
    socket.write(texts[Math.min(at, texts.length - 1)] ?? '');
    at += 1;
  }, ms);
  socket.on('close', () => clearInterval(timer));
};

describe('an origin that does not behave (uploads.from-url)', () => {
  it.each([
    ['a head of one byte at a time', (socket: TLSSocket) => repeatedly(socket, [...HEAD, 'x'], 20)],
    [
      'a header without an end',
      (socket: TLSSocket) => {
        socket.write(`${HEAD}x: `);
        repeatedly(socket, ['x'], 20);
      },
    ],
    [
      'a body of one byte at a time',
      (socket: TLSSocket) => {
        socket.write(`${HEAD}content-length: 90000\r\n\r\n`);
        repeatedly(socket, ['x'], 20);
      },
    ],
    [
      'chunks of one byte',
      (socket: TLSSocket) => {
        socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
        repeatedly(socket, ['1\r\nx\r\n'], 20);
      },
    ],
    [
      'provisional responses without an end',
      (socket: TLSSocket) =>
        repeatedly(socket, ['HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n'], 20),
    ],
  ])('ends at the deadline, and so does its connection: %s', async (_, talk) => {
    await withRawOrigin(talk, async (parts, held) => {
      // without a deadline it would never end
      expect(await read(SOURCE, parts)).toMatchObject({ outcome: 'failed', fault: 'timed_out' });
      await expect.poll(held).toBe(0);
    });
  });

  it.each([
    ['headers of a megabyte', `${HEAD}${'x: y\r\n'.repeat(200_000)}\r\n`],
    ['one header of a megabyte', `${HEAD}x: ${'y'.repeat(1_000_000)}\r\n\r\n`],
    ['two lengths', `${HEAD}content-length: 3\r\ncontent-length: 9\r\n\r\nabcdefghi`],
    [
      'a length and chunks',
      `${HEAD}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
    ],
    ['a negative length', `${HEAD}content-length: -1\r\n\r\nabc`],
    ['a chunk of 2^64 bytes', `${HEAD}transfer-encoding: chunked\r\n\r\nffffffffffffffff\r\nabc`],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
    [
      'another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    ],
  ])('fails and holds no connection: %s', async (_, bytes) => {
    await withRawOrigin(
      (socket) => void socket.write(bytes),
      async (parts, held) => {
        expect(await read(SOURCE, parts)).toMatchObject({ outcome: 'failed' });
        await expect.poll(held).toBe(0);
      },
    );
  });

  it('ends at the deadline where no TLS is spoken at all', async () => {
    let closed = 0;
    const server = createTcpServer((socket) => {
      socket
        .on('error', () => undefined)
        .on('close', () => {
          closed += 1;
        });
      socket.resume();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    const silent: RemoteFilesParts['connect'] = (options) =>
      connect({ ...options, host: '127.0.0.1', port });
    const file = await read(SOURCE, { connect: silent, timeoutMs: 200 });
    expect(file).toMatchObject({ outcome: 'failed', fault: 'timed_out' });
    await expect.poll(() => closed).toBe(1);
    server.close();
  });

  it.each([
    ['gzip', gzipSync],
    ['GZIP', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity, gzip', gzipSync],
    ['gzip, gzip', (bytes: Buffer) => gzipSync(gzipSync(bytes))],
  ])('inflates nothing, so a bomb stays small: %s', async (coding, compress) => {
    const bomb = compress(Buffer.alloc(2_000_000));
    expect(bomb.length).toBeLessThan(MAX_BYTES);
    origin.answer((response) => {
      response.writeHead(200, { 'content-encoding': coding }).end(bomb);
    });
    expect(await read()).toMatchObject({ outcome: 'failed', fault: 'content_encoded' });
    origin.answer((response) => void response.end(bomb)); // without its header: as it is
    const file = await read();
    expect(file.outcome === 'read' && file.bytes.length).toBe(bomb.length);
  });
});
