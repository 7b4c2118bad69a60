import type { Viewers } from '../../foundation/delivery-headers.ts';
import type { ProblemCode } from '../../foundation/problems.ts';
import type { AnyImageId } from '../../images/ids.ts';
import type { StoredObject } from '../../ports/images/object-store.ts';
import type { Rendition } from '../../ports/images/rendition-store.ts';
import type { AutoFormat } from '../../transform/accepted-formats.ts';
import type { Format, OutputFormat } from '../../transform/formats.ts';
import type { Parameters } from '../../transform/parameters.ts';
import type { RenditionPlan, ServablePlan } from './plan-delivery.ts';
import type { FoundImage, ServedImage } from './served-image.ts';

/**
 * A delivery is one record that grows: requested, found, admitted, planned, opened
 * (docs/decisions/0118). At first its URL is read, and nothing is looked up yet.
 */
export interface RequestedDelivery {
  /** Of the URL; a fallback answers with another image. */
  readonly id: AnyImageId;
  /** The file name in the path; empty without one. */
  readonly name: string;
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
  /** The parameters of the image alone, a preset expanded. */
  readonly admitted: Parameters;
  readonly viewers: Viewers;
  /** The reason why the image is a fallback; undefined for the requested image itself. */
  readonly missing: ProblemCode | undefined;
  /** It is the thumbnail of the image, whatever the project allows. */
  readonly isThumbnail: boolean;
}

/** The same with the best response, and with the next one where there are several. */
export interface PlannedDelivery extends AdmittedDelivery {
  readonly plan: ServablePlan;
  readonly next: ServablePlan | undefined;
}

/** The part that makes a rendition, plain data: a renderer elsewhere needs no more of it. */
export interface PlannedRendition
  extends Pick<PlannedDelivery, 'image' | 'owner' | 'mayLeaveClosed'> {
  readonly plan: RenditionPlan;
}

/** An image or a rendition to serve, its bytes not yet read. */
export interface OpenedImage extends Pick<Rendition, 'bytes' | 'sha256'> {
  /** Of the bytes: for `auto` and over the plan it isn't the URL's. */
  readonly servedFormat: Format;
  /** The stored image in place of a rendition that exceeds the plan (quotas.over-limit). */
  readonly isStandIn: boolean;
  open(): Promise<StoredObject>;
}

/** The same with its response. */
export interface OpenedDelivery extends PlannedDelivery, OpenedImage {
  /** The maximum cache lifetime, because a better response may follow; Infinity for none. */
  readonly maxSeconds: number;
}
