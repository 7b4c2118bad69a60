import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { toOriginForm } from '../../../../local/http/absolute-target.ts';
import { startFixtureService } from '../../../support/local/start-fixture-service.ts';

const IMAGE = `/res/img_${'a'.repeat(26)}.jpg`;

/** The whole answer to a request, with the body as latin1. */
function ask(port: number, target: string, ...lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = '';
    const head = [`GET ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...lines];
    connect({ port, host: '127.0.0.1' })
      .on('data', (piece) => {
        heard += piece.toString('latin1');
      })
      .on('end', () => resolve(heard))
      .on('error', reject)
      .write(`${head.join('\r\n')}\r\n\r\n`);
  });
}
const statusOf = (answer: string) => answer.split(' ', 2)[1];
const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4);

describe('a target that is an absolute URL (local.absolute-target)', () => {
  it.each([
    ['http://cdn.example.com/res/a.jpg?width=9', '/res/a.jpg?width=9', 'cdn.example.com'],
    ['HTTPS://Cdn.example.com:8443/', '/', 'Cdn.example.com:8443'],
    ['http://cdn.example.com', '/', 'cdn.example.com'],
    ['http://cdn.example.com?a=b', '/?a=b', 'cdn.example.com'],
    ['http://[::1]:3000/a', '/a', '[::1]:3000'],
    ['/http://a.example/', '/http://a.example/', 'localhost'],
    ['http://user@a.example/', 'http://user@a.example/', 'localhost'],
    ['http:///a', 'http:///a', 'localhost'],
    ['ftp://a.example/a', 'ftp://a.example/a', 'localhost'],
    ['*', '*', 'localhost'],
  ])('%s', (target, path, host) => {
    const request = { url: target, headers: { host: 'localhost' } };
    toOriginForm(request);
    expect([request.url, request.headers.host]).toEqual([path, host]);
  });

  it('has the answer of its path', async () => {
    const { port } = (await startFixtureService()).service;
    const [plain, absolute] = [await ask(port, IMAGE), await ask(port, `http://localhost${IMAGE}`)];
    expect([statusOf(plain), statusOf(absolute)]).toEqual(['200', '200']);
    expect(bodyOf(absolute)).toBe(bodyOf(plain));
  });
});

describe('a part of an image over the wire (local.ranges)', () => {
  it('is a piece of the whole, of a miss and of a hit', async () => {
    const { port } = (await startFixtureService()).service;
    const whole = bodyOf(await ask(port, IMAGE));
    const url = `${IMAGE}?width=7`;
    for (const _ of ['miss', 'hit']) {
      const part = await ask(port, url, 'Range: bytes=2-5');
      expect([statusOf(part), bodyOf(part).length]).toEqual(['206', 4]);
    }
    expect(bodyOf(await ask(port, IMAGE, 'Range: bytes=2-5'))).toBe(whole.slice(2, 6));
    expect(statusOf(await ask(port, IMAGE, `Range: bytes=${whole.length}-`))).toBe('416');
    const etag = /^etag: (.+)$/im.exec(await ask(port, IMAGE))?.[1]?.trim();
    if (etag) {
      const fresh = await ask(port, IMAGE, 'Range: bytes=2-5', `If-None-Match: ${etag}`);
      expect(statusOf(fresh)).toBe('304');
    }
  });
});
