import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RequestLine } from '../http/http-server.ts';
import type { RenditionEvent } from '../lambda/host-messages.ts';
import type { GroupState } from '../lambda/host-pool.ts';

/** A quota of the local account; its limit is null where the plan has none. */
export interface QuotaState {
  readonly quota: 'images' | 'transformations' | 'bandwidth_bytes';
  readonly used: number;
  readonly limit: number | null;
}

/** Work that waits, by its kind. */
export type QueueLengths = Readonly<
  Record<'renders' | 'image_purges' | 'project_purges' | 'direct_uploads', number>
>;

/** Sources of the gauges, read with each request for the metrics. */
export interface MetricSources {
  cache(): { readonly entries: number; readonly bytes: number };
  /** Every group of threads and processes that run functions. */
  functions(): readonly GroupState[];
  queues(): Promise<QueueLengths>;
  quotas(): Promise<readonly QuotaState[]>;
}

/** The metrics of one start of the local service. */
export interface Metrics {
  noteRequest(line: RequestLine): void;
  noteRendition(event: RenditionEvent): void;
  /** In Prometheus' text format. */
  describe(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Seconds: from a hit of the cache to the deadline of work. */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];
/** More routes than the service has; whatever else a route were, memory stays bounded. */
const MAX_ROUTES = 200;

function statusClassOf(status: number): string {
  return status >= 100 && status < 600 ? `${Math.floor(status / 100)}xx` : 'other';
}

/** The first so many names as they are, any further as `other`. */
function createBoundedNames(maxNames: number) {
  const known = new Set<string>();
  return (name: string): string => {
    if (known.has(name)) return name;
    if (known.size >= maxNames) return 'other';
    known.add(name);
    return name;
  };
}

function createRequestMetrics(registers: Registry[]) {
  const requests = new Counter({
    name: 'imagewell_http_requests_total',
    help: 'Requests by route template and class of status.',
    labelNames: ['route', 'status_class'],
    registers,
  });
  const seconds = new Histogram({
    name: 'imagewell_http_request_duration_seconds',
    help: 'Time from the head of a request to the last byte of its response.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  });
  const bytes = new Counter({
    name: 'imagewell_http_response_bytes_total',
    help: 'Bytes sent, headers included.',
    labelNames: ['route'],
    registers,
  });
  const cache = new Counter({
    name: 'imagewell_cache_requests_total',
    help: 'Image requests by how the edge came to its answer: hit, miss, or its own function.',
    labelNames: ['result'],
    registers,
  });
  const boundedRoute = createBoundedNames(MAX_ROUTES);
  return (line: RequestLine): void => {
    const route = boundedRoute(line.route);
    requests.inc({ route, status_class: statusClassOf(line.status) });
    seconds.observe({ route }, line.ms / 1000);
    bytes.inc({ route }, line.bytes);
    if (line.cache) cache.inc({ result: line.cache });
  };
}

function createCacheGauges(registers: Registry[], cache: MetricSources['cache']): void {
  const entries: Gauge = new Gauge({
    name: 'imagewell_cache_entries',
    help: 'Responses that the cache of the edge holds.',
    registers,
    collect: () => entries.set(cache().entries),
  });
  const bytes: Gauge = new Gauge({
    name: 'imagewell_cache_bytes',
    help: 'Bytes that the cache of the edge holds.',
    registers,
    collect: () => bytes.set(cache().bytes),
  });
}

const PROCESS_STATES = ['starting', 'idle', 'busy'] as const;

function createFunctionGauges(registers: Registry[], functions: MetricSources['functions']): void {
  const processes: Gauge<'group' | 'role' | 'state'> = new Gauge({
    name: 'imagewell_function_processes',
    help: 'Threads (light) and processes (heavy) of functions by state.',
    labelNames: ['group', 'role', 'state'],
    registers,
    collect: () => {
      for (const group of functions()) {
        const { name, role, states } = group;
        for (const state of PROCESS_STATES) {
          const count = states.filter((one) => one === state).length;
          processes.set({ group: name, role, state }, count);
        }
      }
    },
  });
  const waiting: Gauge<'group' | 'role'> = new Gauge({
    name: 'imagewell_function_waiting_requests',
    help: 'Requests that wait for a thread or process.',
    labelNames: ['group', 'role'],
    registers,
    collect: () => {
      for (const { name, role, waiting: count } of functions()) {
        waiting.set({ group: name, role }, count);
      }
    },
  });
  const memory: Gauge<'group' | 'role'> = new Gauge({
    name: 'imagewell_function_memory_bytes',
    help: 'Resident memory of processes, heap and buffers of threads, as of the last request of each.',
    labelNames: ['group', 'role'],
    registers,
    collect: () => {
      for (const { name, role, memoryBytes } of functions()) {
        memory.set({ group: name, role }, memoryBytes);
      }
    },
  });
}

function createStoreGauges(
  registers: Registry[],
  { queues, quotas }: Pick<MetricSources, 'queues' | 'quotas'>,
): void {
  const length: Gauge<'queue'> = new Gauge({
    name: 'imagewell_queue_length',
    help: 'Work that waits in the background; purges up to 500.',
    labelNames: ['queue'],
    registers,
    collect: async () => {
      for (const [queue, count] of Object.entries(await queues())) length.set({ queue }, count);
    },
  });
  const used: Gauge<'quota'> = new Gauge({
    name: 'imagewell_quota_used',
    help: 'Amounts used by the local account, of this month where the quota is monthly.',
    labelNames: ['quota'],
    registers,
    collect: async () => {
      for (const one of await quotas()) used.set({ quota: one.quota }, one.used);
    },
  });
  const limit: Gauge<'quota'> = new Gauge({
    name: 'imagewell_quota_limit',
    help: 'The limits of the plan of the local account; missing where the plan has none.',
    labelNames: ['quota'],
    registers,
    collect: async () => {
      limit.reset();
      for (const one of await quotas()) {
        if (one.limit !== null) limit.set({ quota: one.quota }, one.limit);
      }
    },
  });
}

/**
 * Counts from the start on; gauges are read with each request for them. Labels are route templates
 * and fixed words, never an ID or a path: the number of series is bounded.
 */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const noteRequest = createRequestMetrics(registers);
  createCacheGauges(registers, sources.cache);
  createFunctionGauges(registers, sources.functions);
  createStoreGauges(registers, sources);
  const renditions = new Counter({
    name: 'imagewell_renditions_total',
    help: 'Renditions that were made, stored, or could not be made.',
    labelNames: ['event'],
    registers,
  });
  let hasDefaults = false;
  return {
    noteRequest,
    noteRendition: (event) => renditions.inc({ event }),
    async describe() {
      // the monitors of the event loop and the garbage collector cost something: not unless asked
      if (!hasDefaults) collectDefaultMetrics({ register: registry });
      hasDefaults = true;
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
