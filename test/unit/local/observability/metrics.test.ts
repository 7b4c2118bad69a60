import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createMetrics, type MetricSources } from '../../../../local/observability/metrics.ts';
import { createClient } from '../../../support/http/client.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { startFixtureService } from '../../../support/local/start-fixture-service.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../../../support/service/start-service.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const SAMPLE = /^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-z_]+)="((?:[^"\\]|\\.)*)"/g;

/** The samples of Prometheus' text format. */
function samplesOf(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(LABEL)].map(([, label, of]) => [label, of]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
}

const LINE = {
  method: 'GET',
  route: '/res/{imageId}.{extension}',
  status: 200,
  cache: 'hit',
  bytes: 1_000,
  ms: 20,
  requestId: 'r',
} as const;

const SOURCES: MetricSources = {
  cache: () => ({ entries: 3, bytes: 4_000 }),
  functions: () => [
    { name: 'decoders', role: 'heavy', states: ['busy', 'idle'], waiting: 2, memoryBytes: 9_000 },
  ],
  queues: async () => ({ renders: 1, image_purges: 0, project_purges: 0, direct_uploads: 0 }),
  quotas: async () => [
    { quota: 'images', used: 7, limit: 50 },
    { quota: 'transformations', used: 8, limit: null },
  ],
};

async function describeAll(): Promise<string> {
  const metrics = createMetrics(SOURCES);
  metrics.noteRequest(LINE);
  metrics.noteRendition('made');
  return (await metrics.describe()).text;
}

describe('the metrics', () => {
  it('count requests and renditions, and read cache, processes, queues and quotas (local.metrics)', async () => {
    const samples = samplesOf(await describeAll());
    const valueFor = (name: string, labels = {}) =>
      samples.find(
        (one) => one.name === name && JSON.stringify(one.labels) === JSON.stringify(labels),
      )?.value;
    const { route } = LINE;
    expect(valueFor('imagewell_http_requests_total', { route, status_class: '2xx' })).toBe(1);
    expect(valueFor('imagewell_http_request_duration_seconds_count', { route })).toBe(1);
    expect(valueFor('imagewell_http_request_duration_seconds_sum', { route })).toBe(0.02);
    expect(valueFor('imagewell_http_response_bytes_total', { route })).toBe(1_000);
    expect(valueFor('imagewell_cache_requests_total', { result: 'hit' })).toBe(1);
    expect(valueFor('imagewell_cache_entries')).toBe(3);
    expect(valueFor('imagewell_cache_bytes')).toBe(4_000);
    expect(valueFor('imagewell_renditions_total', { event: 'made' })).toBe(1);
    const heavy = { group: 'decoders', role: 'heavy' };
    expect(valueFor('imagewell_function_processes', { ...heavy, state: 'busy' })).toBe(1);
    expect(valueFor('imagewell_function_waiting_requests', heavy)).toBe(2);
    expect(valueFor('imagewell_function_memory_bytes', heavy)).toBe(9_000);
    expect(valueFor('imagewell_queue_length', { queue: 'renders' })).toBe(1);
    expect(valueFor('imagewell_quota_used', { quota: 'transformations' })).toBe(8);
    expect(valueFor('imagewell_quota_limit', { quota: 'images' })).toBe(50);
    expect(valueFor('imagewell_quota_limit', { quota: 'transformations' })).toBeUndefined();
    expect(valueFor('process_resident_memory_bytes')).toBeGreaterThan(0);
  });

  it('have a bounded number of series, whatever the requests (local.metrics)', async () => {
    const metrics = createMetrics(SOURCES);
    for (let at = 0; at < 5_000; at += 1) {
      metrics.noteRequest({ ...LINE, route: `/route/${at}`, status: at });
    }
    const routes = new Set(
      samplesOf((await metrics.describe()).text).map(({ labels }) => labels.route),
    );
    expect(routes.size).toBeLessThanOrEqual(202);
    expect(routes).toContain('other');
  });
});

describe('the dashboard of Grafana', () => {
  const dashboard = JSON.parse(readFileSync(`${ROOT}/docs/guides/grafana-dashboard.json`, 'utf8'));
  const targets: { expr: string; legendFormat: string }[] = dashboard.panels.flatMap(
    (panel: { targets: [] }) => panel.targets,
  );
  const namesIn = (expr: string) => expr.match(/\b(imagewell|process|nodejs)_[a-z0-9_]+/g) ?? [];

  it('asks for metrics that there are, by labels that they have (local.metrics)', async () => {
    const samples = samplesOf(await describeAll());
    const known = Map.groupBy(samples, ({ name }) => name);
    for (const { expr, legendFormat } of targets) {
      const names = namesIn(expr);
      expect(names, expr).not.toEqual([]);
      const labels = names.flatMap((name) => {
        expect([...known.keys()], expr).toContain(name);
        return known.get(name)?.flatMap((sample) => Object.keys(sample.labels)) ?? [];
      });
      const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, by = '']) =>
        by.split(', '),
      );
      const selected = [...expr.matchAll(/[{,]\s*([a-z_]+)=~?"/g)].map(([, label]) => label);
      const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
      for (const label of [...grouped, ...selected, ...shown]) {
        expect(labels, expr).toContain(label);
      }
    }
  });

  it('shows every metric of the service (local.metrics)', async () => {
    const own = [...(await describeAll()).matchAll(/^# TYPE (imagewell_\w+) /gm)].map(
      ([, name = '']) => name,
    );
    const shown = targets.flatMap(({ expr }) => namesIn(expr)).join();
    expect(own.length).toBeGreaterThan(10);
    expect(own.filter((name) => !shown.includes(name))).toEqual([]);
  });
});

describe('/metrics', () => {
  const forwarded = { 'X-Forwarded-For': '192.0.2.1' };
  it.each([
    ['loopback', {}, 200],
    ['loopback', { Host: 'images.example.com' }, 404],
    ['loopback', forwarded, 404],
    ['loopback', { Origin: 'https://evil.example' }, 404],
    ['any', { Host: 'images.example.com' }, 200],
    ['off', {}, 404],
  ] as const)(
    'readers %s, headers %j: %i (local.metrics)',
    async (metricsReaders, headers, status) => {
      const { ask } = await startFixtureService(undefined, {}, { metricsReaders });
      const answer = await ask('/metrics', { headers });
      expect(answer.status).toBe(status);
      expect(answer.body.includes('imagewell_http_requests_total')).toBe(status === 200);
    },
  );

  describe('of a started service', () => {
    const ended: (() => Promise<unknown>)[] = [];
    afterAll(async () => {
      for (const end of ended) await end();
    });

    async function read({ baseUrl }: StartedService): Promise<Sample[]> {
      return samplesOf(await (await fetch(`${baseUrl}/metrics`)).text());
    }

    it('count renditions, cache and quota, and name no image, project or key (local.metrics, security.no-key-in-clear)', async () => {
      const folder = await makeDataFolder();
      const service = await startService(folder.path);
      ended.push(() => service.stop('SIGKILL'), folder.remove);
      const client = createClient(service);
      const { imageId } = await client.store(await drawJpeg());
      for (const _ of ['miss', 'hit']) await client.get(`/res/${imageId}.webp?width=20`);
      const sumOf = (samples: readonly Sample[], name: string, label: string) =>
        samples
          .filter((one) => one.name === name && Object.values(one.labels).includes(label))
          .reduce((sum, { value }) => sum + value, 0);
      // the last line is counted when the response has left
      await expect
        .poll(async () => sumOf(await read(service), 'imagewell_cache_requests_total', 'hit'))
        .toBe(1);
      const samples = await read(service);
      expect(sumOf(samples, 'imagewell_renditions_total', 'made')).toBe(1);
      expect(sumOf(samples, 'imagewell_renditions_total', 'stored')).toBe(1);
      expect(sumOf(samples, 'imagewell_quota_used', 'transformations')).toBe(1);
      expect(sumOf(samples, 'imagewell_quota_used', 'images')).toBe(1);
      expect(sumOf(samples, 'imagewell_quota_limit', 'transformations')).toBe(100);
      expect(sumOf(samples, 'imagewell_function_memory_bytes', 'heavy')).toBeGreaterThan(1e7);
      const text = JSON.stringify(samples);
      for (const secret of [imageId, service.projectId, service.apiKey, service.uploadKey]) {
        expect(text).not.toContain(secret);
      }
    });
  });
});
