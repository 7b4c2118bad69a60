import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../../../support/http/client.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { logLinesOf } from '../../../support/service/log-lines.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../../../support/service/start-service.ts';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
}

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const PARENT_ID = 'b7ad6b7169203331';

const ended: (() => unknown)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const end of ended.splice(0)) await end();
});

/** A collector: OTLP over HTTP, in JSON. */
async function startCollector() {
  const exports: Export[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces') exports.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ended.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, exports };
}

async function start(): Promise<StartedService> {
  const folder = await makeDataFolder();
  const service = await startService(folder.path);
  ended.push(() => service.stop('SIGKILL'), folder.remove);
  return service;
}

function valueOfAttribute({ attributes }: Pick<ReceivedSpan, 'attributes'>, name: string) {
  const { value } = attributes.find(({ key }) => key === name) ?? {};
  return value?.stringValue ?? value?.intValue;
}

describe('traces', () => {
  it('are exported where OpenTelemetry’s variables say, one of a request through its processes, within the caller’s (local.traces)', async () => {
    const collector = await startCollector();
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
    vi.stubEnv('OTEL_SERVICE_NAME', 'my-images');
    const service = await start();
    const { imageId } = await createClient(service).store(await drawJpeg());
    const headers = { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01` };
    const answer = await fetch(`${service.cdnUrl}/res/${imageId}.webp?width=20`, { headers });
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
    await service.stop();
    const resources = collector.exports.flatMap(({ resourceSpans }) => resourceSpans);
    expect(resources.map(({ resource }) => valueOfAttribute(resource, 'service.name'))).toContain(
      'my-images',
    );
    const spans = resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans));
    const ours = spans.filter(({ traceId }) => traceId === TRACE_ID);
    const request = ours.find(({ name }) => name === 'GET /res/{imageId}.{extension}');
    expect(request?.parentSpanId).toBe(PARENT_ID);
    expect(request && valueOfAttribute(request, 'http.response.status_code')).toBe(200);
    expect(request && valueOfAttribute(request, 'imagewell.cache')).toBe('miss');
    const runs = ours.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(
      runs.map((run) => [run.name, valueOfAttribute(run, 'imagewell.process.end')]).sort(),
    ).toEqual([
      ['render-image (heavy)', 'settled'],
      ['render-image (light)', 'forwarded'],
    ]);
    expect(new Set(runs.map((run) => valueOfAttribute(run, 'process.pid'))).size).toBe(2);
    // an upload without a traceparent is its own trace
    const upload = spans.find(({ name }) => name.startsWith('POST /api/v1/upload-temporary-image'));
    expect(upload?.traceId).not.toBe(TRACE_ID);
    expect(upload?.parentSpanId).toBeUndefined();
    const text = JSON.stringify(spans);
    expect(text).not.toContain(service.uploadKey);
    expect(text).not.toContain(service.apiKey);
  });

  it('that no collector accepts block nothing: requests are answered, and the service ends in time (local.traces)', async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:9');
    vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '50');
    const service = await start();
    await createClient(service).store(await drawJpeg());
    expect(await service.stop()).toBe(0);
    expect(logLinesOf(service.output()).filter(({ level }) => level === 'ERROR')).toEqual([]);
  });

  it('load nothing where they are off (local.traces)', () => {
    const files = ['bin', 'local'].flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => `${room}/${file}`),
    );
    const loaders = files.filter((file) =>
      /from '@opentelemetry\/|from '.*export-traces\.ts'/.test(readFileSync(file, 'utf8')),
    );
    expect(loaders).toEqual(['local/observability/export-traces.ts']);
  });
});
