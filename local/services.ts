import { randomBytes } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import { createAccessLogFolder } from '../adapters/access-logs/folder.ts';
import { createJoseAccessTokens } from '../adapters/access-tokens/jose.ts';
import { createSqliteAccountStore } from '../adapters/account-store/sqlite.ts';
import { createSqliteAuditStore } from '../adapters/audit-store/sqlite.ts';
import { createDiskReserve } from '../adapters/data-disk/reserve.ts';
import { createSqliteDeliveryStore } from '../adapters/delivery-store/sqlite.ts';
import { createSqliteDirectUploadStore } from '../adapters/direct-upload-store/sqlite.ts';
import { createSqliteEdgePurge, idsOf } from '../adapters/edge-purge/sqlite.ts';
import { createSqliteHandovers } from '../adapters/handovers/sqlite.ts';
import { createSharpEngine } from '../adapters/image-engine/sharp.ts';
import { createSqliteImageStore } from '../adapters/image-store/sqlite.ts';
import { createIncomingFolder } from '../adapters/incoming-objects/folder.ts';
import { createSqliteInvitationStore } from '../adapters/invitation-store/sqlite.ts';
import { createSqliteKeyStore } from '../adapters/key-store/sqlite.ts';
import { createSqliteMembershipStore } from '../adapters/membership-store/sqlite.ts';
import { createFolderObjectStore } from '../adapters/object-store/folder.ts';
import { createSqliteProjectDeletions } from '../adapters/project-deletions/sqlite.ts';
import { createSqliteProjectRemains } from '../adapters/project-remains/sqlite.ts';
import { createSqliteProjectStore } from '../adapters/project-store/sqlite.ts';
import { createSqliteRateCounter } from '../adapters/rate-counter/sqlite.ts';
import { createSqliteRenditionStore } from '../adapters/rendition-store/sqlite.ts';
import { createSqliteSigningSecretStore } from '../adapters/signing-secret-store/sqlite.ts';
import { readFormSecret } from '../adapters/upload-forms/sqlite-secret.ts';
import { createSqliteUsageStore } from '../adapters/usage-store/sqlite.ts';
import { createHttpUserInfo } from '../adapters/user-info/http.ts';
import { createHttpsWebhookSender } from '../adapters/webhook-sender/https.ts';
import { createSqliteWebhookStore } from '../adapters/webhook-store/sqlite.ts';
import { isLoopbackHost } from '../core/images/image-reference.ts';
import type { ImageEngine, Log, Services } from '../core/ports.ts';
import { type ConfiguredPlans, createPlanNamed, type Plan } from '../core/projects/plans.ts';
import type { ProjectQueue } from '../core/projects/project-queue.ts';
import type { ProjectStore } from '../core/projects/project-store.ts';
import type { QueuedRender } from '../core/render-queue.ts';
import { removingLeftCopies } from '../core/use-cases/remove-left-copy.ts';
import type { WebhookServices } from '../core/webhooks/webhook-ports.ts';
import { accessLogsPath, incomingPath, objectsPath } from './data-paths.ts';
import type { LocalIssuer } from './issuer-profile.ts';
import { LOCAL_ACCOUNT_ID } from './local-account.ts';
import { openRecords } from './open-records.ts';
import { createLocalUploadForms } from './upload-door/local-forms.ts';

/** The records of a data folder. */
export type LocalDatabase = ReturnType<typeof openRecords>;

/** What one start of the local service was asked for. */
export interface LocalSettings {
  readonly dataDir: string;
  /** The address that images are served at. */
  readonly cdnUrl: string;
  /** Replaces the account's plan for this start only. */
  readonly plan: string | null;
  /** Beside free and unlimited. */
  readonly plans?: ConfiguredPlans;
  readonly hasRateLimits: boolean;
  /** Whether changes are told of, as events. */
  readonly hasEvents: boolean;
  /** Whose access tokens are taken. */
  readonly issuer: LocalIssuer;
}

/** What a function process gives the services that only its parent can do. */
export interface ProcessHooks {
  readonly role: 'light' | 'heavy';
  handOver(): Promise<never>;
  purgeEdge(ids: readonly string[]): Promise<void>;
  queueRender(render: QueuedRender): void;
  abandonProcess(): void;
}

/** Replaces the plan of the local account; people's are their own (CONTRACT C1.2). */
function withPlan(projects: ProjectStore, plan: Plan | null): ProjectStore {
  if (plan === null) return projects;
  return {
    ...projects,
    getProject: async (id) => {
      const project = await projects.getProject(id);
      return project?.accountId === LOCAL_ACCOUNT_ID ? { ...project, plan } : project;
    },
  };
}

/** Webhooks; deliveries wait in their store, where the loop of the parent looks for them. */
export function createLocalWebhooks(
  db: LocalDatabase,
  { hasEvents }: Pick<LocalSettings, 'hasEvents'>,
): WebhookServices {
  return {
    webhooks: createSqliteWebhookStore(db),
    deliveries: createSqliteDeliveryStore(db),
    deliveryQueue: { isOn: hasEvents, add: async () => undefined },
    webhookSender: createHttpsWebhookSender(),
  };
}

/** Projects with the plan of this start. */
export function createLocalProjects(
  db: LocalDatabase,
  { plan, plans }: Pick<LocalSettings, 'plan' | 'plans'>,
  planNamed = createPlanNamed(plans, () => {}),
): ProjectStore {
  return withPlan(createSqliteProjectStore(db, planNamed), plan === null ? null : planNamed(plan));
}

/** The structured log of a function; requests are the parent's one line, so here from warnings on. */
function createLog(): Log {
  const logger = new Logger({ serviceName: 'imagewell', logLevel: 'WARN' });
  return {
    info: (message, fields = {}) => logger.info(message, fields),
    warn: (message, fields = {}) => logger.warn(message, fields),
    error: (message, fields = {}) => logger.error(message, fields),
  };
}

/** The purge loop finds what is due in the records, and the local edge keeps nothing that was begun before a purge. */
const UNNEEDED_QUEUE: ProjectQueue = {
  addDeletion: async () => undefined,
  addEdgePurges: async () => undefined,
};

/** The services of one function process, over SQLite and a folder. */
export function createLocalServices(settings: LocalSettings, hooks: ProcessHooks): Services {
  const db = openRecords(settings.dataDir);
  const reserve = createDiskReserve(settings.dataDir);
  const projectPurge = createSqliteEdgePurge(db);
  const log = createLog();
  const images = createSqliteImageStore(db);
  const objects = createFolderObjectStore(objectsPath(settings.dataDir), reserve);
  const planNamed = createPlanNamed(settings.plans, (plan) =>
    log.warn('plan not configured, free applies', { plan }),
  );
  let engine: Promise<ImageEngine> | undefined;
  return {
    clock: Date.now,
    randomBytes,
    keys: createSqliteKeyStore(db),
    accessTokens: createJoseAccessTokens(settings.issuer),
    userInfo: createHttpUserInfo(settings.issuer.userInfoUrl),
    accounts: createSqliteAccountStore(db, planNamed),
    memberships: createSqliteMembershipStore(db),
    audit: createSqliteAuditStore(db),
    invitations: createSqliteInvitationStore(db),
    handovers: createSqliteHandovers(db),
    projects: createLocalProjects(db, settings, planNamed),
    signingSecrets: createSqliteSigningSecretStore(db),
    rates: createSqliteRateCounter(db),
    images,
    directUploads: createSqliteDirectUploadStore(db),
    renditions: createSqliteRenditionStore(db),
    usage: createSqliteUsageStore(db),
    accessLogs: createAccessLogFolder(accessLogsPath(settings.dataDir), reserve),
    objects,
    leftCopies: removingLeftCopies({ images, objects }),
    uploadForms: createLocalUploadForms(readFormSecret(db), settings.cdnUrl),
    incoming: createIncomingFolder(incomingPath(settings.dataDir), reserve),
    imageEngine: () => {
      if (hooks.role === 'light') return hooks.handOver();
      const loading = engine ?? createSharpEngine();
      engine = loading;
      return loading;
    },
    edge: { ...projectPurge, purge: (pictures) => hooks.purgeEdge(idsOf(pictures)) },
    projectPurge,
    projectDeletions: createSqliteProjectDeletions(db),
    projectRemains: createSqliteProjectRemains(db),
    projectQueue: UNNEEDED_QUEUE,
    renderQueue: { add: async (render) => hooks.queueRender(render) },
    log,
    cdnUrl: settings.cdnUrl,
    isCdnHost: isLoopbackHost,
    hasRateLimits: settings.hasRateLimits,
    ...createLocalWebhooks(db, settings),
    abandonProcess: () => hooks.abandonProcess(),
  };
}
