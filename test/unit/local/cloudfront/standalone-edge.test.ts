import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStandaloneEdge } from '../../../../local/cloudfront/standalone-edge.ts';
import type { HttpServer } from '../../../../local/http/http-server.ts';

const ID = `img_${'a'.repeat(26)}`;

describe('an edge of its own before a delivery function', () => {
  const requested: string[] = [];
  let origin: Server;
  let edge: HttpServer;
  beforeAll(async () => {
    origin = createServer((request, response) => {
      requested.push(`${request.headers.host} ${request.url}`);
      response.writeHead(200, { 'Content-Type': 'image/webp', ETag: '"x"' });
      response.end('pixels');
    });
    await new Promise<void>((done) => origin.listen(0, '127.0.0.1', done));
    const { port } = origin.address() as AddressInfo;
    edge = await startStandaloneEdge({
      root: process.cwd(),
      port: 0,
      host: '127.0.0.1',
      origin: { url: 'http://abc.lambda-url.example', connectTo: `http://127.0.0.1:${port}` },
      onRequest: () => undefined,
      log: () => undefined,
    });
  });
  afterAll(async () => {
    await edge.stop();
    origin.close();
  });
  const get = (path: string) => fetch(`http://127.0.0.1:${edge.port}${path}`);

  it('asks the origin by the canonical query, in the name of its URL, each time', async () => {
    for (const path of ['.jpeg?height=2&width=1&x=y', '.jpg?width=1&height=2']) {
      const answer = await get(`/res/${ID}${path}`);
      expect([answer.status, await answer.text()]).toEqual([200, 'pixels']);
    }
    const wanted = `abc.lambda-url.example /res/${ID}.jpg?width=1&height=2`;
    expect(requested).toEqual([wanted, wanted]);
  });

  it('answers itself what the edge function can tell', async () => {
    const before = requested.length;
    expect((await get(`/res/${ID}.jpg?width=0`)).status).toBe(400);
    expect((await get(`/res/${ID}.svg`)).status).toBe(400);
    expect(requested.length).toBe(before);
  });
});
