import type { Identity } from '../../accounts/account.ts';
import type { Invitation } from '../../accounts/invitation.ts';
import type { AuditEvent } from '../../audit/audit-event.ts';
import type { PurgeStep } from '../../images/erasure-steps.ts';
import type { Image, TemporaryImage } from '../../images/image-states.ts';
import type { Route } from '../../images/old-path.ts';
import type { KeptTraffic } from '../../metering/top-images.ts';
import type { DayUsage } from '../../metering/usage-days.ts';
import type { KeyKind } from '../../projects/credentials.ts';
import type { RaisedUploads, Suspension } from '../../projects/project.ts';
import type { ProjectDeletion } from '../../projects/project-deletion.ts';
import type { ProjectKey } from '../../projects/project-keys.ts';
import type { RefusedOrigins } from '../../projects/refused-origins.ts';
import type { SigningSecret } from '../../projects/signing-secrets.ts';
import type { Delivery } from '../../webhooks/delivery.ts';
import type { Membership } from '../members/membership-store.ts';
import type { ProjectWebhooks } from '../webhooks/webhook-store.ts';

/**
 * THE records of a service that a move carries, in their one form for both databases. Times are
 * milliseconds of the Unix epoch. Counts of images are no records: the target counts its images.
 */
export interface MovedRecords {
  readonly account: {
    readonly accountId: string;
    /** The name of its plan. */
    readonly plan: string;
    readonly identity: Identity | null;
    readonly createdAt: number;
    readonly deletedAt: number | null;
  };
  readonly project: {
    readonly projectId: string;
    readonly accountId: string;
    readonly name: string;
    readonly allowedOrigins: readonly string[];
    readonly createdAt: number;
    readonly isDefault: boolean;
    /** Those that are set, as they are stored. */
    readonly settings: Readonly<Record<string, unknown>>;
    readonly suspension: Suspension | null;
    readonly raisedUploads: RaisedUploads | null;
    readonly deletedAt: number | null;
    readonly purgeAt: number | null;
  };
  readonly member: Membership;
  readonly invitation: Invitation & { readonly sha256: string };
  readonly key: ProjectKey & { readonly kind: KeyKind; readonly sha256: string };
  readonly signing_secret: SigningSecret & { readonly projectId: string };
  readonly route: Route & { readonly projectId: string };
  readonly project_webhooks: ProjectWebhooks & { readonly projectId: string };
  /** With the number of images that are deleted together. */
  readonly project_deletion: ProjectDeletion & { readonly images: number };
  readonly image: Image & {
    readonly steps: Partial<Readonly<Record<PurgeStep, number>>>;
    /** The deletion of a project that the image is a part of. */
    readonly deletionId: string | null;
  };
  /** The record by which the save of a saved image can be repeated; it has no bytes. */
  readonly saved_temporary_image: Omit<TemporaryImage, 'state' | 'isSaved'>;
  readonly webhook_delivery: Delivery;
  /** Of an account in a month, with the shares of projects. */
  readonly transformations: {
    readonly accountId: string;
    readonly month: string;
    readonly count: number;
    readonly projects: Readonly<Record<string, number>>;
  };
  /** Of an account or a project in a month. */
  readonly bandwidth: {
    readonly ownerId: string;
    readonly month: string;
    readonly bytes: number;
    readonly images: readonly KeptTraffic[];
  };
  readonly project_day: DayUsage & { readonly projectId: string; readonly day: string };
  readonly refused_origins: RefusedOrigins & { readonly projectId: string };
  readonly audit_event: { readonly trail: string; readonly event: AuditEvent };
}

export type MovedKind = keyof MovedRecords;

/** A record with its kind. */
export type MovedRecord<Kind extends MovedKind = MovedKind> = {
  [K in Kind]: { readonly kind: K; readonly value: MovedRecords[K] };
}[Kind];

/** The records of one kind, as a store has them now. */
export type RecordReaders = {
  readonly [K in MovedKind]: () => Iterable<MovedRecords[K]> | AsyncIterable<MovedRecords[K]>;
};

/** A port that stores moved records; each write replaces the record of the same key. */
export interface RecordWriter {
  /** Kinds come in the order of the table of kinds; `isThere`: the store has an equal one. */
  add(record: MovedRecord, isThere: boolean): Promise<void>;
  /** Writes the rest, and the counts and lists of the records. */
  finish(): Promise<void>;
}
