import type { Clock } from '../foundation/clock.ts';
import type { RandomBytes } from '../foundation/random-bytes.ts';
import type { IsCdnHost } from '../images/image-reference.ts';
import type { AccessLogs } from './access-logs.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { AccountStore } from './account-store.ts';
import type { AuditStore } from './audit-store.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { DirectUploadStore } from './direct-upload-store.ts';
import type { EdgePurge, ProjectPurge } from './edge-purge.ts';
import type { ImageEngine } from './image-engine.ts';
import type { ImageStore } from './image-store.ts';
import type { IncomingObjects } from './incoming-objects.ts';
import type { InvitationStore } from './invitation-store.ts';
import type { KeyStore } from './key-store.ts';
import type { LeftCopies } from './left-copies.ts';
import type { Log } from './log.ts';
import type { MembershipStore } from './membership-store.ts';
import type { ObjectStore } from './object-store.ts';
import type { Handovers } from './ownership-transfers.ts';
import type { ProjectRemains } from './project-data-cleanup.ts';
import type { ProjectDeletions } from './project-deletions.ts';
import type { ProjectQueue } from './project-queue.ts';
import type { ProjectStore } from './project-store.ts';
import type { RateCounter } from './rate-counter.ts';
import type { RenderQueue } from './render-queue.ts';
import type { RenditionStore } from './rendition-store.ts';
import type { SigningSecretStore } from './signing-secret-store.ts';
import type { UploadForms } from './upload-forms.ts';
import type { UsageStore } from './usage-store.ts';
import type { UserInfo } from './user-info.ts';
import type { WebhookSender } from './webhook-sender.ts';
import type { WebhookStore } from './webhook-store.ts';

/** Everything that the service needs from outside; a use case asks for a Pick of it. */
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
  readonly handovers: Handovers;
  readonly projects: ProjectStore;
  readonly signingSecrets: SigningSecretStore;
  readonly rates: RateCounter;
  readonly images: ImageStore;
  readonly renditions: RenditionStore;
  readonly usage: UsageStore;
  readonly accessLogs: AccessLogs;
  readonly objects: ObjectStore;
  /** Loads the engine on first use: what needs no pixels never pays for it. */
  readonly imageEngine: () => Promise<ImageEngine>;
  readonly edge: EdgePurge;
  readonly renderQueue: RenderQueue;
  readonly leftCopies: LeftCopies;
  readonly log: Log;
  /** Where images are served, without a slash at the end. */
  readonly cdnUrl: string;
  readonly isCdnHost: IsCdnHost;
  readonly hasRateLimits: boolean;
  /** Says that the engine runs on past its deadline: pixels can't be stopped from inside, so this process answers what it is at and takes no other request (SECURITY promise 4). */
  readonly abandonProcess: () => void;
}

/** The part of the services that change, close and remove whole projects. */
export interface ProjectLifeServices {
  /** Has the edge forget a project, for who changes one and has nothing else to do with the edge. */
  readonly projectPurge: ProjectPurge;
  readonly projectDeletions: ProjectDeletions;
  readonly projectRemains: ProjectRemains;
  readonly projectQueue: ProjectQueue;
}

/** What webhooks need beside the rest. */
export interface WebhookServices {
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly deliveryQueue: DeliveryQueue;
  readonly webhookSender: WebhookSender;
}

/** The part of the services that direct uploads need from outside. */
export interface UploadServices {
  readonly directUploads: DirectUploadStore;
  readonly uploadForms: UploadForms;
  readonly incoming: IncomingObjects;
}
