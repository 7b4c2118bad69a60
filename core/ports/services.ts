import type { CachedPicture } from '../images/cached-picture.ts';
import type { ImageId, TemporaryImageId } from '../images/ids.ts';
import type { ImageListQuery, ImagePage } from '../images/image-list.ts';
import type { IsCdnHost } from '../images/image-reference.ts';
import type { Image, PictureFacts, TemporaryImage } from '../images/image-states.ts';
import type { Metadata } from '../images/metadata.ts';
import type { ApiKeyRecord, UploadKeyRecord } from '../projects/credentials.ts';
import type { ProjectKeys } from '../projects/project-keys.ts';
import type { Format } from '../transform/formats.ts';
import type { Transformation } from '../transform/transformation.ts';
import type { AccessLogs } from './access-logs.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { AccountStore } from './account-store.ts';
import type { AuditStore } from './audit-store.ts';
import type { TemporaryLimits, UploadServices } from './direct-uploads.ts';
import type { InvitationStore } from './invitation-store.ts';
import type { LeftCopies } from './left-copies.ts';
import type { MembershipStore } from './membership-store.ts';
import type { Handovers } from './ownership-transfers.ts';
import type { ProjectImages } from './project-images.ts';
import type { ProjectLifeServices } from './project-life-services.ts';
import type { ProjectPurge } from './project-purge.ts';
import type { ProjectStore } from './project-store.ts';
import type { PurgeRecords } from './purge-records.ts';
import type { RenderQueue } from './render-queue.ts';
import type { RenditionStore } from './rendition-store.ts';
import type { SigningSecretStore } from './signing-secret-store.ts';
import type { UsageStore } from './usage-store.ts';
import type { UserInfo } from './user-info.ts';
import type { WebhookServices } from './webhook-services.ts';

/** Milliseconds of the Unix epoch. */
export type Clock = () => number;

/** `count` bytes of a cryptographic source. */
export type RandomBytes = (count: number) => Uint8Array;

export interface KeyStore extends ProjectKeys {
  /** By the lower-case hex SHA-256 of the whole key; undefined where it is unknown. */
  findApiKey(sha256: string): Promise<ApiKeyRecord | undefined>;
  findUploadKey(sha256: string): Promise<UploadKeyRecord | undefined>;
  /** Notes a use, at most one an hour however many come at once (keys.last-used). */
  touchKey(sha256: string, usedAt: number): Promise<void>;
  /** The first keys of a project, whatever their number. */
  addApiKey(sha256: string, key: ApiKeyRecord): Promise<void>;
  addUploadKey(sha256: string, key: UploadKeyRecord): Promise<void>;
}

export interface RateCounter {
  /** Counts one more in the window and answers the count with it; windows are dropped some time after they end. */
  countUp(counter: string, windowStart: number, windowEnd: number): Promise<number>;
}

export interface SaveLimits {
  /** Images that the account may have; null: any number. */
  readonly maxImages: number | null;
}

export type SaveOutcome =
  | { readonly outcome: 'saved' | 'already_saved'; readonly image: Image }
  | { readonly outcome: 'quota_exceeded' | 'ended' | 'deleted' | 'taken_down' };

/** Images and temporary images. Every write is durable before its promise resolves, and atomic. */
export interface ImageStore extends PurgeRecords, ProjectImages {
  /** Refuses ('limit_exceeded', nothing stored) where the project would then have more live unsaved ones, or bytes of them, than the limits. */
  addTemporaryImage(
    image: TemporaryImage,
    limits: TemporaryLimits,
    now: number,
  ): Promise<'added' | 'limit_exceeded'>;
  getTemporaryImage(id: TemporaryImageId): Promise<TemporaryImage | undefined>;
  getImage(id: ImageId): Promise<Image | undefined>;
  /**
   * Makes the image of a temporary one and counts it to the account, once: a second call answers `already_saved` with the first's image.
   * `ended` where the temporary image isn't live at `now` and was never saved, `deleted` where its image is deleted. `quota_exceeded` too where the project
   * is no longer on the image's account: nothing is ever counted to the former one after a hand-over.
   */
  saveImage(image: Image, limits: SaveLimits, now: number): Promise<SaveOutcome>;
  /** Stores the metadata and raises the version if the image is still saved and as it was read; answers whether it did. */
  replaceMetadata(image: Image, metadata: Metadata): Promise<boolean>;
  /** Saved images of a list, newest first, by an index: the cost is that of the page, however long the list is. */
  listImages(query: ImageListQuery): Promise<ImagePage>;
  /**
   * The tombstone: from here on the image and its temporary image are gone for every reader, the count of the account that its project is on now is lower and the purge is due.
   * Answers false where it was deleted before.
   */
  markDeleting(id: ImageId, now: number): Promise<boolean>;
}

export interface StoredObject {
  readonly bytes: number;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Bytes under keys. A put is durable and whole, or not there at all. */
export interface ObjectStore {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** The same, unless there is one; false then. Of several at once exactly one is stored. */
  putNew(key: string, bytes: Uint8Array, contentType: string): Promise<boolean>;
  /** Undefined where there is none, whatever the store calls that. */
  get(key: string): Promise<StoredObject | undefined>;
  /** False where there is nothing at `from`. */
  copy(from: string, to: string): Promise<boolean>;
  /** Removing what isn't there is no error. */
  remove(key: string): Promise<void>;
  /** Removes every object, and every version of it, whose key starts with the prefix. */
  removeAll(prefix: string): Promise<void>;
}

/** Why an engine can't make pixels of bytes: they are cut or broken. */
export class BrokenPictureError extends Error {
  override name = 'BrokenPictureError';
}

/** Makes pixels; what it is given is within the bounds already. */
export interface ImageEngine {
  /** Decodes every pixel once; throws BrokenPictureError where that fails. */
  proveWhole(picture: Uint8Array): Promise<void>;
  /** The rendition's bytes, nothing in them but pixels, orientation applied and sRGB. Throws BrokenPictureError. */
  render(original: Uint8Array, transformation: Transformation): Promise<Uint8Array>;
  /** Re-encodes a picture whose file can't be rebuilt (uploads.cleaning). */
  reencode(picture: Uint8Array, format: Format): Promise<{ bytes: Uint8Array; facts: EngineFacts }>;
  /** Formats that may come in with the libraries that this engine runs on. */
  readonly inputFormats: readonly Format[];
}

export type EngineFacts = Pick<PictureFacts, 'width' | 'height' | 'frames' | 'hasAlpha'>;

/** Tells the CDN to forget every address of these pictures, or of a whole project's. */
export interface EdgePurge extends ProjectPurge {
  purge(pictures: readonly CachedPicture[]): Promise<void>;
}

/** Structured lines; never a key, a body or a path with a key in it. */
export interface Log {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

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
  /**
   * Says that the engine runs on past its deadline: pixels can't be stopped from inside, so this
   * process answers what it is at and takes no other request (security.deadline-kills).
   */
  readonly abandonProcess: () => void;
}
