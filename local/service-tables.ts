import { randomBytes } from 'node:crypto';
import { createSqliteAccountStore } from '../adapters/sqlite/accounts/account-store.ts';
import { watchEdgePurges } from '../adapters/sqlite/edge-purge.ts';
import { createSqliteImageStore } from '../adapters/sqlite/images/image-store.ts';
import { createSqliteKeyStore } from '../adapters/sqlite/keys/key-store.ts';
import { createSqliteMembershipStore } from '../adapters/sqlite/members/membership-store.ts';
import { createSqliteProjectDeletions } from '../adapters/sqlite/projects/project-deletions.ts';
import { createSqliteProjectStore } from '../adapters/sqlite/projects/project-store.ts';
import { readFormSecret } from '../adapters/sqlite/uploads/form-secret.ts';
import { endedBefore } from '../core/foundation/in-flight-time.ts';
import type { Log } from '../core/ports/log.ts';
import { createPlanNamed } from '../core/projects/plans.ts';
import { opensUploads, type UploadCredentials } from '../core/use-cases/access/opens-uploads.ts';
import { openRecords } from './data-folder/open-records.ts';
import { createLocalPeople, type LocalPeople } from './door/local-people.ts';
import type { PaceClock } from './http/body-pace.ts';
import type { RequestLine } from './http/http-server.ts';
import type { OwnerSignIn } from './identity-provider/identity-provider.ts';
import { openServiceIssuer } from './identity-provider/open-service-issuer.ts';
import { FUNCTION_BOUNDS, type FunctionBounds } from './lambda/function-bounds.ts';
import type { LocalSettings } from './lambda/local-services.ts';
import type { MetricsReaders } from './observability/answer-metrics.ts';
import type { QuotaState } from './observability/metrics.ts';
import { readQuotas } from './observability/read-quotas.ts';
import type { RequestTracer } from './observability/request-tracer.ts';
import type { ServiceProgram } from './program/service-program.ts';
import type { FormSigner } from './s3/check-form.ts';
import { localFormSigner } from './s3/local-forms.ts';
import { createActionHandlers } from './site/action-handlers.ts';
import type { ActionHandlers } from './site/console-actions.ts';
import { createReadiness } from './site/readiness.ts';
import type { ExternalIssuer } from './site/start-site.ts';
import type { EventLoop } from './workers/event-loop.ts';
import { startLocalEvents } from './workers/local-events.ts';
import type { DueLists } from './workers/start-purging.ts';

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

/**
 * Most of them wait for their last sweep: those that were just asked for must not wait behind them.
 */
const MAX_PURGE_BATCH = 500;

/** The tables of the service's own functions, over the records of its data folder. */
export function ownTables(options: LocalServiceOptions): ServiceTables & { close(): void } {
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
    listDue: () => images.listPurgesDue(MAX_PURGE_BATCH, Date.now()),
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
