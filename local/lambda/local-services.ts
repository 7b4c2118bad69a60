import { randomBytes } from 'node:crypto';
import { createAccessGrants } from '../../adapters/cloudfront/access-grants.ts';
import { createAccessLogFolder } from '../../adapters/folder/access-logs.ts';
import { createDiskReserve } from '../../adapters/folder/disk/reserve.ts';
import { findOrMakeGrantKey } from '../../adapters/folder/grant-keys.ts';
import { createIncomingFolder } from '../../adapters/folder/incoming-objects.ts';
import { withLoopback } from '../../adapters/https/loopback-sender.ts';
import { createHttpsRemoteFiles } from '../../adapters/https/remote-files.ts';
import { createHttpsWebhookSender } from '../../adapters/https/webhook-sender.ts';
import { createSharpEngine } from '../../adapters/sharp/image-engine.ts';
import { createSqliteAccountStore } from '../../adapters/sqlite/accounts/account-store.ts';
import { createSqliteAuditStore } from '../../adapters/sqlite/accounts/audit-store.ts';
import {
  createSqliteLiftedLimits,
  type LiftedLimits,
} from '../../adapters/sqlite/accounts/lifted-limits.ts';
import { createSqliteEdgePurge, idsOf } from '../../adapters/sqlite/edge-purge.ts';
import { createSqliteImageStore } from '../../adapters/sqlite/images/image-store.ts';
import { createSqliteKeyStore } from '../../adapters/sqlite/keys/key-store.ts';
import { createSqliteSigningSecretStore } from '../../adapters/sqlite/keys/signing-secret-store.ts';
import { createSqliteInvitationStore } from '../../adapters/sqlite/members/invitation-store.ts';
import { createSqliteMembershipStore } from '../../adapters/sqlite/members/membership-store.ts';
import { createSqliteOwnershipTransfers } from '../../adapters/sqlite/members/ownership-transfers.ts';
import { createSqliteProjectDataCleanup } from '../../adapters/sqlite/projects/project-data-cleanup.ts';
import { createSqliteProjectDeletions } from '../../adapters/sqlite/projects/project-deletions.ts';
import { createSqliteProjectStore } from '../../adapters/sqlite/projects/project-store.ts';
import { createSqliteRefusedOriginStore } from '../../adapters/sqlite/projects/refused-origin-store.ts';
import { createSqliteRouteStore } from '../../adapters/sqlite/projects/route-store.ts';
import { createSqliteThumbnailSecrets } from '../../adapters/sqlite/projects/thumbnail-secrets.ts';
import { createSqliteRenditionStore } from '../../adapters/sqlite/renditions/rendition-store.ts';
import { createSqliteDirectUploadStore } from '../../adapters/sqlite/uploads/direct-upload-store.ts';
import { readFormSecret } from '../../adapters/sqlite/uploads/form-secret.ts';
import { createSqliteRateCounter } from '../../adapters/sqlite/uploads/rate-counter.ts';
import { createSqliteUsageStore } from '../../adapters/sqlite/usage/usage-store.ts';
import { createSqliteDeliveryStore } from '../../adapters/sqlite/webhooks/delivery-store.ts';
import { createSqliteWebhookStore } from '../../adapters/sqlite/webhooks/webhook-store.ts';
import { type IsCdnHost, isLoopbackHost } from '../../core/images/image-reference.ts';
import type { ImageEngine } from '../../core/ports/images/image-engine.ts';
import type { ObjectStore } from '../../core/ports/images/object-store.ts';
import type { QueuedRender } from '../../core/ports/images/render-queue.ts';
import type { RenditionStore } from '../../core/ports/images/rendition-store.ts';
import type { Log } from '../../core/ports/log.ts';
import type { ProjectQueue } from '../../core/ports/projects/project-queue.ts';
import type { ProjectStore } from '../../core/ports/projects/project-store.ts';
import type { Services, WebhookServices } from '../../core/ports/services.ts';
import { type ConfiguredPlans, createPlanNamed, type Plan } from '../../core/projects/plans.ts';
import { removingOrphanedCopies } from '../../core/use-cases/deletion/remove-orphaned-copy.ts';
import type { DeliveryRelay } from '../../core/use-cases/delivery/delivery.ts';
import { accessLogsPath, grantKeysPath, incomingPath } from '../data-folder/data-paths.ts';
import { LOCAL_ACCOUNT_ID } from '../data-folder/local-account.ts';
import { type LocalDatabase, openRecords } from '../data-folder/open-records.ts';
import type { TokenIssuer } from '../identity-provider/open-issuer.ts';
import { openServiceIssuer } from '../identity-provider/open-service-issuer.ts';
import { createLocalObjects } from '../objects/local-objects.ts';
import { createLocalOperatorCommands } from '../operator-commands.ts';
import { createLocalUploadForms } from '../s3/local-forms.ts';
import type { ObjectsPlace } from '../settings/objects-place.ts';
import { countMade, countStored } from './count-renditions.ts';
import type { RenditionEvent } from './host-messages.ts';
import { type HandOver, LARGE_BODY_BYTES } from './places.ts';

/** The options of a start of the local service. */
export interface LocalSettings {
  readonly dataDir: string;
  /** The address of API and console for users; by default the address of images. */
  readonly baseUrl?: string;
  /** The address that images are served at. */
  readonly cdnUrl: string;
  /** Replaces the account's plan for this start only. */
  readonly plan: string | null;
  /** Beside free and unlimited. */
  readonly plans?: ConfiguredPlans;
  readonly hasRateLimits: boolean;
  /** Whether HEIC may come in; left out: where its decoder is installed. */
  readonly hasHeic?: boolean;
  /** Whether changes are published as events. */
  readonly hasEvents: boolean;
  /** Whether webhooks may be on the loopback interface; left out: none may. */
  readonly hasLoopbackWebhooks?: boolean;
  /** The store of image files; left out: the data folder. */
  readonly objects?: ObjectsPlace | undefined;
  /** The issuers of accepted access tokens. */
  readonly issuer: TokenIssuer;
}

/** The hooks of a host of functions for work that only its parent can do. */
export interface HostHooks {
  readonly role: 'light' | 'heavy';
  /** Whether this host answers with large bodies itself. */
  readonly readsLargeBodies: boolean;
  /** Hands the request of this moment over; it never settles. */
  forward(to: HandOver): Promise<never>;
  /** Of the request of this moment. */
  readonly relay: DeliveryRelay;
  purgeEdge(ids: readonly string[]): Promise<void>;
  queueRender(render: QueuedRender): void;
  abandonProcess(): void;
  noteRendition(event: RenditionEvent): void;
  readonly log: Log;
}

/**
 * Replaces the plan of the local account unless its limits are lifted; users' accounts have their
 * own (local.plan-option).
 */
function withPlan(
  projects: ProjectStore,
  plan: Plan | null,
  { isLifted }: Pick<LiftedLimits, 'isLifted'>,
): ProjectStore {
  if (plan === null) return projects;
  const isReplaced = (accountId: string) =>
    accountId === LOCAL_ACCOUNT_ID && !isLifted(LOCAL_ACCOUNT_ID);
  return {
    ...projects,
    getProject: async (id) => {
      const project = await projects.getProject(id);
      return project && isReplaced(project.accountId) ? { ...project, plan } : project;
    },
    getPlan: async (accountId) => (isReplaced(accountId) ? plan : projects.getPlan(accountId)),
  };
}

/** Webhooks; deliveries wait in their store, where the loop of the parent looks for them. */
export function createLocalWebhooks(
  db: LocalDatabase,
  {
    hasEvents,
    hasLoopbackWebhooks = false,
  }: Pick<LocalSettings, 'hasEvents' | 'hasLoopbackWebhooks'>,
): WebhookServices {
  const sender = createHttpsWebhookSender();
  return {
    webhooks: createSqliteWebhookStore(db),
    deliveries: createSqliteDeliveryStore(db),
    deliveryQueue: {
      isOn: hasEvents,
      mayReachLoopback: hasLoopbackWebhooks,
      add: async () => undefined,
    },
    webhookSender: hasLoopbackWebhooks ? withLoopback(sender) : sender,
  };
}

/** Projects with the plan of this start. */
export function createLocalProjects(
  db: LocalDatabase,
  { plan, plans }: Pick<LocalSettings, 'plan' | 'plans'>,
  planNamed = createPlanNamed(plans, () => {}),
): ProjectStore {
  const ofStart = plan === null ? null : planNamed(plan);
  return withPlan(createSqliteProjectStore(db, planNamed), ofStart, createSqliteLiftedLimits(db));
}

/** Loopback names stay: URLs from before `--public-url` are in users' hands. */
function createIsOwnHost({ cdnUrl, baseUrl = cdnUrl }: LocalSettings): IsCdnHost {
  const hosts = new Set([cdnUrl, baseUrl].flatMap((url) => URL.parse(url)?.host ?? []));
  return (host) => isLoopbackHost(host) || hosts.has(host);
}

/**
 * The purge loop finds due purges in the records, and the local edge caches nothing that began
 * before a purge.
 */
const UNNEEDED_QUEUE: ProjectQueue = {
  addDeletion: async () => undefined,
  addEdgePurges: async () => undefined,
};

/**
 * The renditions as a thread or process may claim them. A request that would be granted a claim
 * moves to a process before, with its delivery, so that one claim is written and not two.
 */
function openRenditions(db: LocalDatabase, hooks: HostHooks): RenditionStore {
  const renditions = createSqliteRenditionStore(db);
  if (hooks.role === 'heavy') return renditions;
  return {
    ...renditions,
    claim: (claim) =>
      renditions.foresee(claim) === 'claimed'
        ? hooks.forward(claim.isCostly ? 'costly-rendition' : 'engine')
        : renditions.claim(claim),
  };
}

/** A body whose size is known from its record moves before it is read. */
function leavingLargeBodies(objects: ObjectStore, hooks: HostHooks): ObjectStore {
  if (hooks.readsLargeBodies) return objects;
  return {
    ...objects,
    get: (key, recordedBytes = 0) =>
      recordedBytes > LARGE_BODY_BYTES
        ? hooks.forward('large-body')
        : objects.get(key, recordedBytes),
  };
}

/** The services, and the way of deliveries between threads and processes. */
export interface LocalServices extends Services {
  readonly relay: DeliveryRelay;
}

/** The services of one thread or process of functions, over SQLite and a folder. */
export function createLocalServices(settings: LocalSettings, hooks: HostHooks): LocalServices {
  const db = openRecords(settings.dataDir);
  const reserve = createDiskReserve(settings.dataDir);
  const projectPurge = createSqliteEdgePurge(db);
  const images = createSqliteImageStore(db);
  const objects = leavingLargeBodies(createLocalObjects(settings, reserve), hooks);
  const planNamed = createPlanNamed(settings.plans, (plan) =>
    hooks.log.warn('plan not configured, free applies', { plan }),
  );
  let engine: Promise<ImageEngine> | undefined;
  return {
    clock: Date.now,
    randomBytes,
    keys: createSqliteKeyStore(db),
    ...openServiceIssuer(settings.issuer, settings.dataDir),
    accounts: createSqliteAccountStore(db, planNamed),
    memberships: createSqliteMembershipStore(db),
    audit: createSqliteAuditStore(db),
    invitations: createSqliteInvitationStore(db),
    ownershipTransfers: createSqliteOwnershipTransfers(db),
    projects: createLocalProjects(db, settings, planNamed),
    signingSecrets: createSqliteSigningSecretStore(db),
    thumbnailSecrets: createSqliteThumbnailSecrets(db),
    refusedOrigins: createSqliteRefusedOriginStore(db),
    routes: createSqliteRouteStore(db),
    rates: createSqliteRateCounter(db),
    images,
    directUploads: createSqliteDirectUploadStore(db),
    renditions: countStored(openRenditions(db, hooks), hooks.noteRendition),
    usage: createSqliteUsageStore(db),
    accessLogs: createAccessLogFolder(accessLogsPath(settings.dataDir), reserve),
    objects,
    accessGrants: createAccessGrants(() => findOrMakeGrantKey(grantKeysPath(settings.dataDir))),
    orphanedCopies: removingOrphanedCopies({ images, objects }),
    uploadForms: createLocalUploadForms(readFormSecret(db), settings.baseUrl ?? settings.cdnUrl),
    incoming: createIncomingFolder(incomingPath(settings.dataDir), reserve),
    remoteFiles: createHttpsRemoteFiles(),
    imageEngine: () => {
      if (hooks.role === 'light') return hooks.forward('engine');
      engine ??= createSharpEngine(settings.hasHeic).then((made) =>
        countMade(made, hooks.noteRendition),
      );
      return engine;
    },
    edge: { ...projectPurge, purge: (images) => hooks.purgeEdge(idsOf(images)) },
    projectPurge,
    projectDeletions: createSqliteProjectDeletions(db),
    projectDataCleanup: createSqliteProjectDataCleanup(db),
    projectQueue: UNNEEDED_QUEUE,
    renderQueue: { add: async (render) => hooks.queueRender(render) },
    log: hooks.log,
    cdnUrl: settings.cdnUrl,
    isCdnHost: createIsOwnHost(settings),
    hasRateLimits: settings.hasRateLimits,
    hasRekognition: false,
    operatorCommands: createLocalOperatorCommands(settings.dataDir),
    ...createLocalWebhooks(db, settings),
    abandonProcess: () => hooks.abandonProcess(),
    relay: hooks.relay,
  };
}
