import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildEdgeFunction } from '../../../../lambdas/edge/build-edge-function.ts';
import { MAX_EDGE_FUNCTION_BYTES } from '../../../../lambdas/edge/with-cdn-url.ts';
import {
  isEdgeResponse,
  loadEdgeFunction,
  type RunViewerRequest,
} from '../../../../local/cloudfront/edge-function.ts';
import { parseEdgeEvent } from '../../../../local/cloudfront/parse-edge-event.ts';
import documentedEvent from './cloudfront-event.json' with { type: 'json' };

const ROOT = resolve(import.meta.dirname, '../../../..');
const ID = `img_${'a'.repeat(26)}`;

let code: string;
let run: RunViewerRequest;
beforeAll(async () => {
  code = buildEdgeFunction(ROOT);
  run = loadEdgeFunction(code);
});

function ask(rawUrl: string, method = 'GET') {
  return run(parseEdgeEvent({ method, rawUrl, rawHeaders: [], ip: '::1', requestId: 'r-1' }));
}

async function buildSource(source: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'imagewell-edge-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'entry.ts'), source);
  return buildEdgeFunction(folder, 'entry.ts');
}

describe('the built edge function', () => {
  it('is no larger than CloudFront takes', () => {
    expect(Buffer.byteLength(code)).toBeLessThanOrEqual(MAX_EDGE_FUNCTION_BYTES);
  });

  it('gives a request its canonical form', () => {
    expect(ask(`/res/${ID}.JPEG?utm=1&height=50&fit=cover&width=100`)).toMatchObject({
      uri: `/res/${ID}.jpg`,
      querystring: { width: { value: '100' }, height: { value: '50' } },
    });
  });

  it('refuses a repeated parameter and an undecodable value (transformations.wrong-values)', () => {
    for (const query of ['width=1&width=2', 'width=%E0%A4%A']) {
      const result = ask(`/res/${ID}.jpg?${query}`);
      expect(isEdgeResponse(result) && result.statusCode).toBe(400);
    }
  });

  it('answers OPTIONS itself and refuses other methods (errors.method-not-allowed)', () => {
    expect(ask('/anything', 'OPTIONS')).toMatchObject({ statusCode: 204 });
    expect(ask(`/res/${ID}.jpg`, 'POST')).toMatchObject({
      statusCode: 405,
      headers: { allow: { value: 'GET, HEAD, OPTIONS' } },
    });
  });

  it('takes the event that CloudFront documents', () => {
    const event = structuredClone(documentedEvent);
    expect(run(event as Parameters<RunViewerRequest>[0])).toMatchObject({
      statusCode: 404,
      headers: { 'x-request-id': { value: event.context.requestId } },
    });
  });

  it('runs where nothing but the language is defined', () => {
    const names = ['require', 'process', 'console', 'URL', 'Buffer', 'fetch', 'setTimeout'];
    const probe = `function handler(){return{statusCode:200,headers:{},
      body:{encoding:'text',data:${JSON.stringify(names)}.filter((n)=>n in globalThis).join()}}}`;
    const result = loadEdgeFunction(probe)(documentedEvent as Parameters<RunViewerRequest>[0]);
    expect(result).toMatchObject({ body: { data: '' } });
  });

  it('can not reach the objects of the service', () => {
    const probe = `function handler(event){event.request.uri='/changed';return event.request}`;
    const event = parseEdgeEvent({
      method: 'GET',
      rawUrl: '/before',
      rawHeaders: [],
      ip: '',
      requestId: '',
    });
    expect(loadEdgeFunction(probe)(event)).toMatchObject({ uri: '/changed' });
    expect(event.request.uri).toBe('/before');
  });

  it('does not build with syntax that the CloudFront runtime lacks', async () => {
    const broken =
      'export async function handler(e: never[]) { for await (const x of e) await x; }';
    await expect(buildSource(broken)).rejects.toThrow();
  });

  it('does not build when it is too large', async () => {
    const large = `export const handler = () => '${'x'.repeat(MAX_EDGE_FUNCTION_BYTES)}';`;
    await expect(buildSource(large)).rejects.toThrow('9500');
  });
});

describe("CloudFront's event of a request", () => {
  const { headers, querystring, cookies } = documentedEvent.request;
  const rawHeaders = [
    'Host',
    headers.host.value,
    'User-Agent',
    headers['user-agent'].value,
    ...headers.accept.multiValue.flatMap(({ value }) => ['Accept', value]),
    'Cookie',
    'Cookie1=value1; Cookie2=value2; cookie_consent=true; cookiemv=value3',
    'Cookie',
    'cookiemv=value4',
  ];
  const rawUrl =
    '/media/index.mpd?ID=42&Exp=1619740800&TTL=1440&NoValue=&querymv=val1&querymv=val2,val3';

  it('has the documented shape', () => {
    const result = parseEdgeEvent({ method: 'GET', rawUrl, rawHeaders, ip: '::1', requestId: 'r' });
    expect(Object.keys(result)).toEqual(['version', 'context', 'viewer', 'request']);
    const { host, accept, 'user-agent': agent } = headers;
    expect(JSON.parse(JSON.stringify(result.request))).toEqual({
      method: 'GET',
      uri: '/media/index.mpd',
      querystring,
      headers: { host, 'user-agent': agent, accept },
      cookies,
    });
  });

  it('leaves values encoded, and names that objects inherit as names', () => {
    const url = '/a%20b?x=a%26b+c&__proto__=1&flag';
    const result = parseEdgeEvent({
      method: 'GET',
      rawUrl: url,
      rawHeaders: [],
      ip: '',
      requestId: '',
    });
    expect(result.request.uri).toBe('/a%20b');
    expect(JSON.stringify(result.request.querystring)).toBe(
      '{"x":{"value":"a%26b+c"},"__proto__":{"value":"1"},"flag":{"value":""}}',
    );
  });
});
