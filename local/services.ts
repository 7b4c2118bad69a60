import { randomBytes } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import { createJoseAccessTokens, type IssuerProfile } from '../adapters/access-tokens/jose.ts';
import { createSqliteAccountStore } from '../adapters/account-store/sqlite.ts';
import { createSqliteDirectUploadStore } from '../adapters/direct-upload-store/sqlite.ts';
import { createSqliteProjectPurge } from '../adapters/edge-purge/sqlite.ts';
import { createSharpEngine } from '../adapters/image-engine/sharp.ts';
import { createSqliteImageStore } from '../adapters/image-store/sqlite.ts';
import { createIncomingFolder } from '../adapters/incoming-objects/folder.ts';
import { createSqliteKeyStore } from '../adapters/key-store/sqlite.ts';
import { createSqliteMembershipStore } from '../adapters/membership-store/sqlite.ts';
import { createFolderObjectStore } from '../adapters/object-store/folder.ts';
import { createSqliteProjectDeletions } from '../adapters/project-deletions/sqlite.ts';
import { createSqliteProjectRemains } from '../adapters/project-remains/sqlite.ts';
import { createSqliteProjectStore } from '../adapters/project-store/sqlite.ts';
import { createSqliteRateCounter } from '../adapters/rate-counter/sqlite.ts';
import { createSqliteRenditionStore } from '../adapters/rendition-store/sqlite.ts';
import { createSqliteSigningSecretStore } from '../adapters/signing-secret-store/sqlite.ts';
import { openDatabase } from '../adapters/sqlite-database/open-database.ts';
import { readFormSecret } from '../adapters/upload-forms/sqlite-secret.ts';
import { createSqliteUsageStore } from '../adapters/usage-store/sqlite.ts';
import { isLoopbackHost } from '../core/images/image-reference.ts';
import type { ImageEngine, Log, Services } from '../core/ports.ts';
import { PLANS, type PlanName } from '../core/projects/plans.ts';
import type { ProjectQueue } from '../core/projects/project-queue.ts';
import type { ProjectStore } from '../core/projects/project-store.ts';
import type { QueuedRender } from '../core/render-queue.ts';
import { databasePath, incomingPath, objectsPath } from './data-paths.ts';
import { createLocalUploadForms } from './upload-door/local-forms.ts';

/** What one start of the local service was asked for. */
export interface LocalSettings {
  readonly dataDir: string;
  /** The address that images are served at. */
  readonly cdnUrl: string;
  /** Replaces the account's plan for this start only. */
  readonly plan: PlanName | null;
  readonly hasRateLimits: boolean;
  /** Whose access tokens are taken. */
  readonly issuer: IssuerProfile;
}

/** What a function process gives the services that only its parent can do. */
export interface ProcessHooks {
  readonly role: 'light' | 'heavy';
  handOver(): Promise<never>;
  purgeEdge(ids: readonly string[]): Promise<void>;
  queueRender(render: QueuedRender): void;
  abandonProcess(): void;
}

function withPlan(projects: ProjectStore, plan: PlanName | null): ProjectStore {
  if (plan === null) return projects;
  return {
    ...projects,
    getProject: async (id) => {
      const project = await projects.getProject(id);
      return project && { ...project, plan: PLANS[plan] };
    },
  };
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
  const db = openDatabase(databasePath(settings.dataDir));
  const projectPurge = createSqliteProjectPurge(db);
  let engine: Promise<ImageEngine> | undefined;
  return {
    clock: Date.now,
    randomBytes,
    keys: createSqliteKeyStore(db),
    accessTokens: createJoseAccessTokens(settings.issuer),
    accounts: createSqliteAccountStore(db),
    memberships: createSqliteMembershipStore(db),
    projects: withPlan(createSqliteProjectStore(db), settings.plan),
    signingSecrets: createSqliteSigningSecretStore(db),
    rates: createSqliteRateCounter(db),
    images: createSqliteImageStore(db),
    directUploads: createSqliteDirectUploadStore(db),
    renditions: createSqliteRenditionStore(db),
    usage: createSqliteUsageStore(db),
    objects: createFolderObjectStore(objectsPath(settings.dataDir)),
    uploadForms: createLocalUploadForms(readFormSecret(db), settings.cdnUrl),
    incoming: createIncomingFolder(incomingPath(settings.dataDir)),
    imageEngine: () => {
      if (hooks.role === 'light') return hooks.handOver();
      const loading = engine ?? createSharpEngine();
      engine = loading;
      return loading;
    },
    edge: { ...projectPurge, purge: (ids) => hooks.purgeEdge(ids) },
    projectPurge,
    projectDeletions: createSqliteProjectDeletions(db),
    projectRemains: createSqliteProjectRemains(db),
    projectQueue: UNNEEDED_QUEUE,
    renderQueue: { add: async (render) => hooks.queueRender(render) },
    log: createLog(),
    cdnUrl: settings.cdnUrl,
    isCdnHost: isLoopbackHost,
    hasRateLimits: settings.hasRateLimits,
    abandonProcess: () => hooks.abandonProcess(),
  };
}
