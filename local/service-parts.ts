import { randomUUID } from 'node:crypto';
import { valueAt } from '../core/foundation/json/json-value.ts';
import type { QueuedRender } from '../core/ports/images/render-queue.ts';
import type { Log } from '../core/ports/log.ts';
import { withCdnUrl } from '../lambdas/edge/with-cdn-url.ts';
import { API_ROUTES } from './api-gateway/api-routes.ts';
import type { GatewayParts } from './api-gateway/gateway.ts';
import { createApplyPurges } from './cloudfront/apply-purges.ts';
import type { EdgeParts } from './cloudfront/edge.ts';
import { createEdgeCache } from './cloudfront/edge-cache.ts';
import { loadEdgeFunction, loadViewerResponse } from './cloudfront/edge-function.ts';
import { askOrigin } from './cloudfront/edge-origin.ts';
import { createFindIgnored } from './cloudfront/ignored-parameters.ts';
import { openPrivates } from './cloudfront/open-privates.ts';
import { createReadTrustedKeys } from './cloudfront/private/trusted-keys.ts';
import { createViewRequest } from './cloudfront/view-request.ts';
import { grantKeysPath, spoolPath } from './data-folder/data-paths.ts';
import { withRoom } from './data-folder/with-reserve.ts';
import type { PaceClock } from './http/body-pace.ts';
import { createByteGate } from './http/byte-gate.ts';
import { createProblemAnswer } from './http/problem-answer.ts';
import { createSpool } from './http/spool.ts';
import {
  ACCEPT_FUNCTION,
  PURGE_FUNCTION,
  RENDER_FUNCTION,
  SWEEP_FUNCTION,
} from './lambda/function-bounds.ts';
import {
  createFunctionPools,
  type FunctionPool,
  type FunctionPools,
} from './lambda/function-pool.ts';
import type { RenditionEvent } from './lambda/host-messages.ts';
import { WIRE_CLOCK } from './lambda/lambda-wire.ts';
import { createMetrics, type Metrics } from './observability/metrics.ts';
import { NO_TRACER } from './observability/request-tracer.ts';
import type { LocalServiceOptions, ServiceTables } from './service-tables.ts';
import { type DirectUploads, startDirectUploads } from './workers/direct-uploads.ts';
import { type Metering, startMetering } from './workers/metering.ts';
import { createLocalRenderQueue } from './workers/render-queue.ts';
import { startPurging } from './workers/start-purging.ts';
import { type SweepTimer, startSweepTimer } from './workers/sweep-timer.ts';

/**
 * Concurrently held bodies: some fourteen uploads of the largest size, in base64 and beside a
 * renderer below 2 GiB.
 */
const MAX_HELD_BYTES = 64_000_000;

function startSweeping(
  pools: FunctionPools,
  hasEnded: ServiceTables['hasEnded'],
  log: Log,
): SweepTimer | undefined {
  if (!hasEnded) return undefined;
  const pool = pools.of(SWEEP_FUNCTION);
  return startSweepTimer({
    hasEnded,
    async sweep() {
      const outcome = await pool.invoke({}, { requestId: randomUUID() });
      if (outcome.outcome !== 'returned') throw new Error(`the sweep failed: ${outcome.outcome}`);
      const swept = valueAt(outcome.result, 'swept');
      log.info('expired temporary images swept', { images: swept });
    },
  });
}

function startMeteringIf(
  isMetering: boolean,
  pools: FunctionPools,
  { settings, log }: LocalServiceOptions,
): Metering | undefined {
  if (!isMetering) return undefined;
  return startMetering(pools.of(SWEEP_FUNCTION), settings.dataDir, log.warn);
}

/** Queued renditions go to the renderer; the body of the response is discarded. */
function makeQueuedBy(pool: () => FunctionPool) {
  return async (render: QueuedRender): Promise<void> => {
    const requestId = randomUUID();
    const Records = [{ messageId: requestId, body: JSON.stringify(render) }];
    const outcome = await pool().invoke({ Records }, { requestId });
    if (outcome.outcome === 'streamed') for await (const _ of outcome.body);
  };
}

/** Functions, the edge's cache that they purge, and the queue that they fill. */
async function startFunctions(
  { settings, program, log, tracer = NO_TRACER }: LocalServiceOptions,
  { functions, hostEntry }: ServiceTables,
  onRendition: (event: RenditionEvent) => void,
) {
  const built = await withRoom(settings.dataDir, () => program.openFunctions(hostEntry));
  const cache = createEdgeCache({ spool: createSpool(spoolPath(settings.dataDir)) });
  const renderQueue = createLocalRenderQueue(makeQueuedBy(() => pools.of(RENDER_FUNCTION)));
  const pools = createFunctionPools({
    functions,
    entryPath: built.hostPath,
    settings,
    log,
    onPurge: (ids) => cache.purge(ids),
    onQueueRender: (render) => void renderQueue.add(render),
    onRendition,
    onRun: tracer.noteRun,
  });
  return { built, cache, renderQueue, pools };
}

type StartedFunctions = Awaited<ReturnType<typeof startFunctions>>;

function createEdge(
  { settings: { cdnUrl, dataDir }, hasLambdaPace, log }: LocalServiceOptions,
  { built, cache, pools }: StartedFunctions,
): EdgeParts {
  const renderers = pools.of(RENDER_FUNCTION);
  const wire = hasLambdaPace ? WIRE_CLOCK : undefined;
  const loadRequest = (code: string) => loadEdgeFunction(withCdnUrl(code, cdnUrl));
  return {
    runOldRequest: loadRequest(built.oldRequestCode),
    viewRequest: createViewRequest(
      loadRequest(built.edgeCode),
      createFindIgnored(loadViewerResponse(built.viewerResponseCode), log.warn),
    ),
    privates: openPrivates({
      cdnUrl,
      requestCode: built.privateRequestCode,
      responseCode: built.privateResponseCode,
      readKeys: createReadTrustedKeys(grantKeysPath(dataDir)),
    }),
    cache,
    askOrigin: (request, requestId, ip) => askOrigin(renderers, request, requestId, ip, wire),
  };
}

/** Starts the loops and timers that call functions without a request. */
function startWorkers(
  options: LocalServiceOptions,
  tables: ServiceTables,
  pools: FunctionPools,
  clock: PaceClock,
) {
  const { settings, log } = options;
  const purging = startPurging(pools.of(PURGE_FUNCTION), tables);
  const sweeping = startSweeping(pools, tables.hasEnded, log);
  const events = tables.startEvents?.(log.warn);
  const validate = pools.of(ACCEPT_FUNCTION);
  const directUploads = startDirectUploads(validate, settings.dataDir, tables.signer, clock);
  const metering = startMeteringIf(tables.isMetering ?? false, pools, options);
  return {
    purging,
    directUploads,
    metering,
    async stop() {
      purging.stop();
      sweeping?.stop();
      events?.stop();
      directUploads.stop();
      await metering?.stop();
    },
  };
}

function createServiceMetrics(
  tables: ServiceTables,
  { cache, pools, renderQueue }: StartedFunctions,
  directUploads: DirectUploads,
): Metrics {
  return createMetrics({
    cache: cache.size,
    functions: pools.describe,
    queues: async () => ({
      renders: renderQueue.length(),
      image_purges: (await tables.listDue()).length,
      project_purges: (await tables.listProjectsDue?.())?.length ?? 0,
      direct_uploads: await directUploads.length(),
    }),
    quotas: tables.quotas ?? (async () => []),
  });
}

/** Starts everything behind the port but the pages. */
export async function startParts(
  options: LocalServiceOptions,
  tables: ServiceTables,
  clock: PaceClock,
) {
  const functions = await startFunctions(options, tables, (event) => metrics.noteRendition(event));
  const { pools, cache, renderQueue } = functions;
  const workers = startWorkers(options, tables, pools, clock);
  const { purging, directUploads, metering } = workers;
  const metrics = createServiceMetrics(tables, functions, directUploads);
  const gateway: GatewayParts = {
    routes: API_ROUTES,
    pools,
    gate: createByteGate(MAX_HELD_BYTES),
    opensUploads: tables.opensUploads,
    clock,
    problemAnswer: createProblemAnswer(options.settings.cdnUrl),
  };
  return {
    gateway,
    edge: createEdge(options, functions),
    purging,
    directUploads,
    metering,
    metrics,
    applyPurges: createApplyPurges(cache, tables.purgedTags ?? (() => [])),
    warm: pools.warm,
    async stop() {
      renderQueue.stop();
      await workers.stop();
      await pools.stop();
      cache.clear();
    },
  };
}
