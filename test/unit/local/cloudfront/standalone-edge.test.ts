import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStandaloneEdge } from '../../../../local/cloudfront/standalone-edge.ts';
import type { HttpServer } from '../../../../local/http/http-server.ts';

const ID = `img_${'a'.repeat(26)}`;

describe('its own edge before a delivery function', () => {
  const requested: string[] = [];
  const cdnUrls: string[] = [];
  let origin: Server;
  let edge: HttpServer;
  beforeAll(async () => {
    origin = createServer((request, response) => {
      requested.push(`${request.headers.host} ${request.url}`);
      cdnUrls.push(String(request.headers['cdn-url']));
      response.writeHead(200, { 'Content-Type': 'image/webp', ETag: '"x"' });
      response.end('pixels');
    });
    await new Promise<void>((done) => origin.listen(0, '127.0.0.1', done));
    const { port } = origin.address() as AddressInfo;
    edge = await startStandaloneEdge({
      root: process.cwd(),
      port: 0,
      host: '127.0.0.1',
      cdnUrl: 'http://cdn.example:8081',
      origin: { url: 'http://abc.lambda-url.example', connectTo: `http://127.0.0.1:${port}` },
      onRequest: () => undefined,
      log: () => undefined,
    });
  });
  afterAll(async () => {
    await edge.stop();
    origin.close();
  });
  const get = (path: string, headers = {}) =>
    fetch(`http://127.0.0.1:${edge.port}${path}`, { headers });

  it('asks the origin by the canonical query, in the name of its URL, each time', async () => {
    for (const path of ['.jpeg?height=2&width=1&x=y', '.jpg?width=1&height=2']) {
      const answer = await get(`/res/${ID}${path}`);
      expect([answer.status, await answer.text()]).toEqual([200, 'pixels']);
    }
    const wanted = `abc.lambda-url.example /res/${ID}.jpg?width=1&height=2`;
    expect(requested).toEqual([wanted, wanted]);
  });

  it('names its address to the origin, and in problems, whatever a viewer sends (errors.problem-body)', async () => {
    cdnUrls.length = 0;
    const evil = { 'Cdn-Url': 'https://evil.example' };
    for (const path of [`/res/${ID}.jpg`, `/old/prj_${'a'.repeat(26)}/a.jpg`])
      await get(path, evil);
    expect(cdnUrls).toEqual(['http://cdn.example:8081', 'http://cdn.example:8081']);
    const refused = await get(`/res/${ID}.svg`, evil);
    const type = 'http://cdn.example:8081/problems/unsupported_output_format';
    expect(await refused.json()).toMatchObject({ type });
  });

  it('answers itself each request that the edge function can refuse', async () => {
    const before = requested.length;
    expect((await get(`/res/${ID}.jpg?width=0`)).status).toBe(400);
    expect((await get(`/res/${ID}.svg`)).status).toBe(400);
    expect(requested.length).toBe(before);
  });
});
