import type { Viewers } from '../../foundation/delivery-headers.ts';
import type { ProblemCode } from '../../foundation/problems.ts';
import type { Phase } from '../../foundation/timings.ts';
import type { AnyImageId } from '../../images/ids.ts';
import type { StoredObject } from '../../ports/images/object-store.ts';
import type { FoundRendition, Rendition } from '../../ports/images/rendition-store.ts';
import type { Plan } from '../../projects/plans.ts';
import type { OpenProject } from '../../projects/project.ts';
import type { AutoFormat } from '../../transform/accepted-formats.ts';
import type { Format, OutputFormat } from '../../transform/formats.ts';
import type { Parameters } from '../../transform/parameters.ts';
import type { RenditionPlan, ServablePlan } from './plan-delivery.ts';
import type { FoundImage, ServedImage } from './served-image.ts';

/**
 * A delivery is one record that grows: requested, found, admitted, noted, planned, known, opened
 * (docs/decisions/0118 and 0121). At first its URL is read, and nothing is looked up yet.
 */
export interface RequestedDelivery {
  /** Of the URL; a fallback answers with another image. */
  readonly id: AnyImageId;
  /** The file name in the path; empty without one. */
  readonly name: string;
  /** The project of a private path; undefined for a public one. */
  readonly privateProjectId: string | undefined;
  readonly format: OutputFormat;
  /** As requested, with those of the address. */
  readonly parameters: Parameters;
  /** The formats of Accept, preferred first. */
  readonly accepted: readonly AutoFormat[];
  /** The same for every attempt of one request. */
  readonly owner: string;
  /** The bytes may turn out not to be needed (HEAD, 304). */
  readonly mayLeaveClosed: boolean;
  /** Milliseconds of the Unix epoch. */
  readonly startedAt: number;
}

/** The same with the record of its image: from here on, the original's place is known. */
export interface FoundDelivery extends RequestedDelivery {
  readonly image: FoundImage;
}

/** The same under the rules of the image's project. */
export interface AdmittedDelivery extends FoundDelivery {
  readonly image: ServedImage;
  readonly project: OpenProject;
  /** The parameters of the image alone, a preset expanded. */
  readonly admitted: Parameters;
  readonly viewers: Viewers;
  /** The reason why the image is a fallback; undefined for the requested image itself. */
  readonly missing: ProblemCode | undefined;
  /** It is the thumbnail of the image, whatever the project allows. */
  readonly isThumbnail: boolean;
}

/** The same, and a later deletion of the image knows of the response, if that could be noted. */
export interface NotedDelivery extends AdmittedDelivery {
  readonly isNoted: boolean;
}

/** The same with the best response, and with the next one where there are several. */
export interface PlannedDelivery extends NotedDelivery {
  readonly plan: ServablePlan;
  readonly next: ServablePlan | undefined;
}

/** The same with the records of its possible renditions, read after the note. */
export interface KnownDelivery extends PlannedDelivery {
  /** By their keys. */
  readonly renditions: ReadonlyMap<string, PlannedRendition>;
}

/** The part that makes a rendition. */
export interface PlannedRendition
  extends Pick<NotedDelivery, 'image' | 'project' | 'owner' | 'mayLeaveClosed'> {
  readonly plan: RenditionPlan;
  /** The plan of the project's account. */
  readonly accountPlan: Plan;
  readonly found: FoundRendition;
}

/** A delivery as far as the process that began it came. It is data, and may cross to another. */
export interface BegunDelivery {
  readonly known: KnownDelivery;
  /** The time of each phase so far, in milliseconds. */
  readonly phases: ReadonlyMap<Phase, number>;
}

/**
 * Where a request may move to another process, which then continues its delivery and doesn't begin
 * it again (docs/decisions/0122).
 */
export interface DeliveryRelay {
  /** The delivery as another process left it; undefined where this one begins it. */
  begun(): BegunDelivery | undefined;
  /** Takes what another process needs, before anything is opened, claimed or made. */
  note(begun: BegunDelivery): void;
}

/** An image or a rendition to serve, its bytes not yet read. */
export interface OpenedImage extends Pick<Rendition, 'bytes' | 'sha256'> {
  /** Of the bytes: for `auto` and over the plan it isn't the URL's. */
  readonly servedFormat: Format;
  /** The stored image in place of a rendition that exceeds the plan (quotas.over-limit). */
  readonly isOverQuota: boolean;
  open(): Promise<StoredObject>;
  /**
   * Ends when a new rendition and its counts are stored; never rejects. The bytes may be sent
   * before. Undefined if nothing is being stored.
   */
  readonly kept: Promise<void> | undefined;
}

/** The same with its response. */
export interface OpenedDelivery extends KnownDelivery, OpenedImage {
  /** The maximum cache lifetime, because a better response may follow; Infinity for none. */
  readonly maxSeconds: number;
}
