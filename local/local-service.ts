import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createSqliteAccountStore } from '../adapters/sqlite/accounts/account-store.ts';
import { watchEdgePurges } from '../adapters/sqlite/edge-purge.ts';
import { createSqliteImageStore } from '../adapters/sqlite/images/image-store.ts';
import { createSqliteKeyStore } from '../adapters/sqlite/keys/key-store.ts';
import { createSqliteMembershipStore } from '../adapters/sqlite/members/membership-store.ts';
import { createSqliteProjectDeletions } from '../adapters/sqlite/projects/project-deletions.ts';
import { createSqliteProjectStore } from '../adapters/sqlite/projects/project-store.ts';

import { readFormSecret } from '../adapters/sqlite/uploads/form-secret.ts';
import { CONSOLE_CLIENT } from '../core/accounts/console-client.ts';
import { endedBefore } from '../core/foundation/in-flight-time.ts';
import { valueAt } from '../core/foundation/json/json-value.ts';
import type { QueuedRender } from '../core/ports/images/render-queue.ts';
import type { Log } from '../core/ports/log.ts';
import { createPlanNamed } from '../core/projects/plans.ts';
import { opensUploads, type UploadCredentials } from '../core/use-cases/access/opens-uploads.ts';
import { withCdnUrl } from '../lambdas/edge/with-cdn-url.ts';
import { answerRequest } from './api-gateway/answer-request.ts';
import { API_ROUTES } from './api-gateway/api-routes.ts';
import { createApplyPurges } from './cloudfront/apply-purges.ts';
import type { EdgeParts } from './cloudfront/edge.ts';
import { createEdgeCache } from './cloudfront/edge-cache.ts';
import { loadEdgeFunction, loadViewerResponse } from './cloudfront/edge-function.ts';
import { askOrigin } from './cloudfront/edge-origin.ts';
import { createFindIgnored } from './cloudfront/ignored-parameters.ts';
import { createViewRequest } from './cloudfront/view-request.ts';
import { spoolPath } from './data-folder/data-paths.ts';
import { openRecords } from './data-folder/open-records.ts';
import { withRoom } from './data-folder/with-reserve.ts';
import { createLocalPeople, type LocalPeople } from './door/local-people.ts';
import { type OpenDoor, openSignIn } from './door/open-sign-in.ts';
import { MACHINE_CLOCK, type PaceClock } from './http/body-pace.ts';
import { createByteGate } from './http/byte-gate.ts';
import { createReadForwarded } from './http/forwarded.ts';
import { type HttpServer, type RequestLine, startHttpServer } from './http/http-server.ts';
import { giveMachineHint, isOwnAddress } from './http/machine-hints.ts';
import { createProblemAnswer } from './http/problem-answer.ts';
import { createSpool } from './http/spool.ts';
import type { OwnerSignIn } from './identity-provider/identity-provider.ts';
import { SIGN_IN_PATH } from './identity-provider/issuer-profile.ts';
import { openServiceIssuer } from './identity-provider/open-service-issuer.ts';
import {
  ACCEPT_FUNCTION,
  FUNCTION_BOUNDS,
  type FunctionBounds,
  PURGE_FUNCTION,
  RENDER_FUNCTION,
  SWEEP_FUNCTION,
} from './lambda/function-bounds.ts';
import {
  createFunctionPools,
  type FunctionPool,
  type FunctionPools,
} from './lambda/function-pool.ts';
import { WIRE_CLOCK } from './lambda/lambda-wire.ts';
import type { MetricsReaders } from './observability/answer-metrics.ts';
import { createMetrics, type QuotaState } from './observability/metrics.ts';
import { readQuotas } from './observability/read-quotas.ts';
import { NO_TRACER, type RequestTracer } from './observability/request-tracer.ts';
import type { ServiceProgram } from './program/service-program.ts';
import type { FormSigner } from './s3/check-form.ts';
import { localFormSigner } from './s3/local-forms.ts';
import type { LocalSettings } from './services.ts';
import { createActionHandlers } from './site/action-handlers.ts';
import { type ActionHandlers, NO_ACTIONS } from './site/console-actions.ts';
import { createDocsBuild } from './site/docs-build.ts';
import { createReadiness } from './site/readiness.ts';
import { type ExternalIssuer, startSite } from './site/start-site.ts';
import { startDirectUploads } from './workers/direct-uploads.ts';
import type { EventLoop } from './workers/event-loop.ts';
import { startLocalEvents } from './workers/local-events.ts';
import { type Metering, startMetering } from './workers/metering.ts';
import { createLocalRenderQueue } from './workers/render-queue.ts';
import { type DueLists, startPurging } from './workers/start-purging.ts';
import { type SweepTimer, startSweepTimer } from './workers/sweep-timer.ts';

export type { RequestLine } from './http/http-server.ts';

export interface LocalServiceOptions {
  readonly program: ServiceProgram;
  readonly port: number;
  /** See HttpServerOptions. */
  readonly host?: string;
  readonly settings: LocalSettings;
  /** Streams images as fast as a Function URL does: for tests, and to see the visitors' view. */
  readonly hasLambdaPace?: boolean;
  /** The networks whose forwarded headers are read; none without it. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** An issuer in place of the service's own; its tokens are those of `settings.issuer`. */
  readonly externalIssuer?: ExternalIssuer | undefined;
  /** Whether the passwordless issuer signs any user in; the default is true. */
  readonly hasSignIn?: boolean;
  /** Whether accounts of this service sign in at its public address; the default is false. */
  readonly hasDoor?: boolean;
  /** The addresses that may read /metrics; this machine by default. */
  readonly metricsReaders?: MetricsReaders;
  /** Makes traces of requests; none without it. */
  readonly tracer?: RequestTracer;
  /** The project whose keys the startup banner shows: the console can take it over. */
  readonly projectId?: string;
  readonly onRequest: (line: RequestLine) => void;
  readonly log: Log;
}

/** Functions that a test uses in place of those of the service. */
export interface ServiceTables extends DueLists {
  readonly functions: Readonly<Record<string, FunctionBounds>>;
  readonly hostEntry?: string;
  /** Whether temporary images are to be swept; without it none are. */
  hasEnded?(): Promise<boolean>;
  readonly signer: FormSigner;
  /** See GatewayParts. */
  opensUploads(sent: UploadCredentials): Promise<boolean>;
  /** Of the floor for slow bodies, where it isn't the machine's. */
  readonly bodyClock?: PaceClock;
  /** Whether the edge's bandwidth is metered. */
  readonly isMetering?: boolean;
  /** The tags that the edge was purged of since the last call. */
  purgedTags?(): readonly string[];
  /** The quotas of the local account; none without it. */
  quotas?(): Promise<readonly QuotaState[]>;
  /** Whether the stores answer; left out: they do. */
  isReady?(): Promise<boolean>;
  /** The console's actions; left out: none. */
  actions?(ownerSignIn: OwnerSignIn | undefined): ActionHandlers;
  /** The users in the records; left out: none is known. */
  readonly people?: LocalPeople;
  /** Begins to tell of changes, where that is asked for. */
  startEvents?(onFault: (message: string) => void): EventLoop | undefined;
}

export interface LocalService extends HttpServer {
  /** Undefined: users don't come in by accounts of this service. */
  readonly door: OpenDoor | undefined;
}

/**
 * Most of them wait for their last sweep: those that were just asked for must not wait behind them.
 */
const MAX_PURGE_BATCH = 500;
/**
 * Concurrently held bodies: some fourteen uploads of the largest size, in base64 and beside a
 * renderer below 2 GiB.
 */
const MAX_HELD_BYTES = 64_000_000;
/**
 * From the start until every group of functions has a host. A service that ends soon never pays for
 * those that it doesn't need.
 */
const WARM_AFTER_MS = 3_000;

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

/** The issuer of a public machine's own accounts, as the console needs it. */
function ownIssuerOf(baseUrl: string): ExternalIssuer {
  const { clientId } = CONSOLE_CLIENT;
  return { issuer: baseUrl + SIGN_IN_PATH, clientId, origins: () => [] };
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

function ownTables(options: LocalServiceOptions): ServiceTables & { close(): void } {
  const { settings, projectId, log, program, externalIssuer, hasSignIn = true } = options;
  const db = openRecords(settings.dataDir);
  const images = createSqliteImageStore(db);
  const projectDeletions = createSqliteProjectDeletions(db);
  const planNamed = createPlanNamed(settings.plans, () => {});
  const callers = {
    clock: Date.now,
    randomBytes,
    keys: createSqliteKeyStore(db),
    projects: createSqliteProjectStore(db, planNamed),
    accessTokens: openServiceIssuer(settings.issuer, settings.dataDir).accessTokens,
    accounts: createSqliteAccountStore(db, planNamed),
    memberships: createSqliteMembershipStore(db),
  };
  return {
    functions: FUNCTION_BOUNDS,
    listDue: () => images.listPurgesDue(MAX_PURGE_BATCH),
    listProjectsDue: () => projectDeletions.listDue(Date.now(), MAX_PURGE_BATCH),
    isMetering: true,
    hasEnded: async () => (await images.listEnded(endedBefore(Date.now()), 1)).length > 0,
    signer: localFormSigner(readFormSecret(db)),
    opensUploads: (sent) => opensUploads(callers, sent),
    purgedTags: watchEdgePurges(db),
    quotas: () => readQuotas(db, settings),
    startEvents: (onFault) => startLocalEvents(db, settings, onFault),
    isReady: createReadiness(db, settings),
    ...(projectId === undefined
      ? {}
      : {
          people: createLocalPeople(db, projectId, log),
          actions: createActionHandlers(db, {
            callers,
            projectId,
            samples: program.samples,
            dataDir: settings.dataDir,
            hasSignIn: hasSignIn || externalIssuer !== undefined,
            log: log.error,
          }),
        }),
    close: () => db.close(),
  };
}

/**
 * Starts API and CDN on one port of the loopback interface; the data folder is this process's
 * already. Rejects with EADDRINUSE.
 */
export async function startLocalService(
  options: LocalServiceOptions,
  tables: ServiceTables & { close?(): void } = ownTables(options),
): Promise<LocalService> {
  const { program, port, host, onRequest, log } = options;
  const { metricsReaders = 'loopback', tracer = NO_TRACER, trustedProxies } = options;
  const { functions, hostEntry, hasEnded, signer, isMetering = false } = tables;
  const { purgedTags = () => [] } = tables;
  const built = await withRoom(options.settings.dataDir, () => program.openFunctions(hostEntry));
  const cache = createEdgeCache({ spool: createSpool(spoolPath(options.settings.dataDir)) });
  const renderQueue = createLocalRenderQueue(makeQueuedBy(() => renderers));
  const pools = createFunctionPools({
    functions,
    entryPath: built.hostPath,
    settings: options.settings,
    log,
    onPurge: (ids) => cache.purge(ids),
    onQueueRender: (render) => void renderQueue.add(render),
    onRendition: (event) => metrics.noteRendition(event),
    onRun: tracer.noteRun,
  });
  const renderers = pools.of(RENDER_FUNCTION);
  const wire = options.hasLambdaPace ? WIRE_CLOCK : undefined;
  const { cdnUrl } = options.settings;
  const loadRequest = (code: string) => loadEdgeFunction(withCdnUrl(code, cdnUrl));
  const edge: EdgeParts = {
    runOldRequest: loadRequest(built.oldRequestCode),
    viewRequest: createViewRequest(
      loadRequest(built.edgeCode),
      createFindIgnored(loadViewerResponse(built.viewerResponseCode), log.warn),
    ),
    cache,
    askOrigin: (request, requestId, ip) => askOrigin(renderers, request, requestId, ip, wire),
  };
  const clock = tables.bodyClock ?? MACHINE_CLOCK;
  const gate = createByteGate(MAX_HELD_BYTES);
  const { opensUploads } = tables;
  const problemAnswer = createProblemAnswer(cdnUrl);
  const gateway = { routes: API_ROUTES, pools, gate, opensUploads, clock, problemAnswer };
  const purging = startPurging(pools.of(PURGE_FUNCTION), tables);
  const sweeping = startSweeping(pools, hasEnded, log);
  const events = tables.startEvents?.(log.warn);
  const validate = pools.of(ACCEPT_FUNCTION);
  const directUploads = startDirectUploads(validate, options.settings.dataDir, signer, clock);
  const metering = startMeteringIf(isMetering, pools, options);
  const metrics = createMetrics({
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
  const { dataDir, baseUrl = cdnUrl } = options.settings;
  const { hasSignIn = true, hasDoor = false } = options;
  const signIn = openSignIn({
    dataDir,
    baseUrl,
    hasSignIn,
    hasDoor,
    people: tables.people,
    openConsole: program.openConsole,
    onFault: log.error,
  });
  const { door } = signIn;
  const actions = tables.actions?.(signIn.owner) ?? NO_ACTIONS;
  const docsBuild = program.docs && createDocsBuild(program.docs, log);
  const site = startSite({
    program,
    baseUrl,
    cdnUrl,
    hasSignIn,
    externalIssuer: door ? ownIssuerOf(baseUrl) : options.externalIssuer,
    hasWayIn: door?.hasWayIn,
    hasEvents: options.settings.hasEvents,
    // whoever opened a set-up link is the owner
    actions: door
      ? { ...actions, takeOver: NO_ACTIONS.takeOver, offerTakeOver: NO_ACTIONS.offerTakeOver }
      : actions,
    clock,
    isReady: tables.isReady ?? (async () => true),
    docsBuild,
  });
  const parts = {
    gateway,
    edge,
    purging,
    directUploads,
    metering,
    metrics,
    metricsReaders,
    site,
  };
  const applyPurges = createApplyPurges(cache, purgedTags);
  const hasOwnAddress = isOwnAddress([baseUrl, cdnUrl]);
  const answer = async (request: IncomingMessage, requestId: string) => {
    tracer.startRequest(request, requestId);
    applyPurges();
    const answered = await answerRequest(parts, request, requestId);
    return giveMachineHint(request, answered, hasOwnAddress);
  };
  const warming = setTimeout(pools.warm, WARM_AFTER_MS);
  const end = async (): Promise<void> => {
    clearTimeout(warming);
    docsBuild?.stop();
    purging.stop();
    sweeping?.stop();
    events?.stop();
    renderQueue.stop();
    directUploads.stop();
    await metering?.stop();
    await pools.stop();
    cache.clear();
    signIn.close();
    await tracer.stop();
    tables.close?.();
  };
  try {
    const listening = { port, ...(host === undefined ? {} : { host }) };
    const server = await startHttpServer({
      ...listening,
      cdnUrl,
      answer,
      takeOver: signIn.takeOver,
      readForwarded: trustedProxies && createReadForwarded(trustedProxies),
      onRequest: (line) => {
        metrics.noteRequest(line);
        tracer.endRequest(line);
        onRequest(line);
      },
      onFault: log.error,
    });
    return { port: server.port, stop: () => server.stop().then(end), door };
  } catch (error) {
    await end();
    throw error;
  }
}
