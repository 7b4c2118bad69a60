import type { Clock, RandomBytes } from '../foundation/nondeterminism.ts';
import type { IsCdnHost } from '../images/image-reference.ts';
import type { AccessGrants } from './images/access-grants.ts';
import type { EdgePurge, ProjectPurge } from './images/edge-purge.ts';
import type { ImageEngine } from './images/image-engine.ts';
import type { ImageStore } from './images/image-store.ts';
import type { ObjectStore } from './images/object-store.ts';
import type { OrphanedCopies } from './images/orphaned-copies.ts';
import type { RenderQueue } from './images/render-queue.ts';
import type { RenditionStore } from './images/rendition-store.ts';
import type { Log } from './log.ts';
import type { AccessTokens } from './members/access-tokens.ts';
import type { AccountStore } from './members/account-store.ts';
import type { AuditStore } from './members/audit-store.ts';
import type { InvitationStore } from './members/invitation-store.ts';
import type { MembershipStore } from './members/membership-store.ts';
import type { OwnershipTransfers } from './members/ownership-transfers.ts';
import type { UserInfo } from './members/user-info.ts';
import type { AccessLogs } from './projects/access-logs.ts';
import type { KeyStore } from './projects/key-store.ts';
import type { OperatorCommands } from './projects/operator-commands.ts';
import type { ProjectDataCleanup } from './projects/project-data-cleanup.ts';
import type { ProjectDeletions } from './projects/project-deletions.ts';
import type { ProjectQueue } from './projects/project-queue.ts';
import type { ProjectStore } from './projects/project-store.ts';
import type { RefusedOriginStore } from './projects/refused-origin-store.ts';
import type { RouteStore } from './projects/route-store.ts';
import type { SigningSecretStore } from './projects/signing-secret-store.ts';
import type { ThumbnailSecrets } from './projects/thumbnail-secrets.ts';
import type { UsageStore } from './projects/usage-store.ts';
import type { DirectUploadStore } from './uploads/direct-upload-store.ts';
import type { IncomingObjects } from './uploads/incoming-objects.ts';
import type { RateCounter } from './uploads/rate-counter.ts';
import type { RemoteFiles } from './uploads/remote-files.ts';
import type { UploadForms } from './uploads/upload-forms.ts';
import type { DeliveryQueue } from './webhooks/delivery-queue.ts';
import type { DeliveryStore } from './webhooks/delivery-store.ts';
import type { WebhookSender } from './webhooks/webhook-sender.ts';
import type { WebhookStore } from './webhooks/webhook-store.ts';

/** All ports of the service; a use case takes a Pick of them. */
export interface Services extends UploadServices, WebhookServices, ProjectLifeServices {
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly keys: KeyStore;
  readonly accessTokens: AccessTokens;
  readonly userInfo: UserInfo;
  readonly accounts: AccountStore;
  readonly memberships: MembershipStore;
  readonly audit: AuditStore;
  readonly invitations: InvitationStore;
  readonly ownershipTransfers: OwnershipTransfers;
  readonly projects: ProjectStore;
  readonly signingSecrets: SigningSecretStore;
  readonly thumbnailSecrets: ThumbnailSecrets;
  readonly refusedOrigins: RefusedOriginStore;
  readonly routes: RouteStore;
  readonly rates: RateCounter;
  readonly images: ImageStore;
  readonly renditions: RenditionStore;
  readonly usage: UsageStore;
  readonly accessLogs: AccessLogs;
  readonly objects: ObjectStore;
  readonly accessGrants: AccessGrants;
  /** Loads the engine on first use: calls without pixels never load it. */
  readonly imageEngine: () => Promise<ImageEngine>;
  readonly edge: EdgePurge;
  readonly renderQueue: RenderQueue;
  readonly orphanedCopies: OrphanedCopies;
  readonly log: Log;
  /** The base URL of images, without a slash at the end. */
  readonly cdnUrl: string;
  readonly isCdnHost: IsCdnHost;
  readonly hasRateLimits: boolean;
  /** Whether Amazon Rekognition can review images, and find their focal points. */
  readonly hasRekognition: boolean;
  readonly operatorCommands: OperatorCommands;
  /**
   * Reports that the engine still runs after its deadline. Rendering can't be stopped from inside,
   * so this process finishes its response and takes no other request (security.deadline-kills).
   */
  readonly abandonProcess: () => void;
}

/** The part of the services that change, close and remove whole projects. */
export interface ProjectLifeServices {
  /** Purges the edge of a project; the only purge that a change of a project needs. */
  readonly projectPurge: ProjectPurge;
  readonly projectDeletions: ProjectDeletions;
  readonly projectDataCleanup: ProjectDataCleanup;
  readonly projectQueue: ProjectQueue;
}

/** The additional ports of webhooks. */
export interface WebhookServices {
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly deliveryQueue: DeliveryQueue;
  readonly webhookSender: WebhookSender;
}

/** The ports of direct uploads. */
export interface UploadServices {
  readonly directUploads: DirectUploadStore;
  readonly uploadForms: UploadForms;
  readonly incoming: IncomingObjects;
  readonly remoteFiles: RemoteFiles;
}
