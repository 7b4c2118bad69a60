import type { ImageId } from '../../images/ids.ts';
import type { ImageTraffic } from '../../metering/top-images.ts';
import type { DayCount, DayTraffic, DayUsage } from '../../metering/usage-days.ts';
import type { Project } from '../../projects/project.ts';

/** The usage of a plan. */
export interface UsedAmounts {
  /** Saved images that are not deleted. */
  readonly images: number;
  /** Renditions counted in the month. */
  readonly transformations: number;
  /** Bytes sent by the CDN in the month, as far as its logs have arrived. */
  readonly bandwidthBytes: number;
  /** The five images with the most sent bytes, in descending order. */
  readonly topImages: readonly ImageTraffic[];
}

/** The usage of one project in one month, from a part of a log. */
export interface BandwidthCount {
  /** Names the part, the same at every attempt. */
  readonly part: string;
  readonly projectId: string;
  readonly accountId: string;
  readonly month: string;
  readonly bytes: number;
  /** The same bytes by UTC day, `2026-11-05`. */
  readonly bytesByDay: ReadonlyMap<string, number>;
  /** The requested images, each once. */
  readonly images: readonly ImageTraffic[];
  readonly now: number;
}

export interface CountedBandwidth {
  /** False if it was counted before. */
  readonly isNew: boolean;
  /** The account's total in that month, this part included. */
  readonly usedByAccount: number;
}

/** The traffic of one image in one month, by UTC day. */
export interface ImageDays {
  readonly imageId: ImageId;
  readonly month: string;
  readonly days: ReadonlyMap<string, DayTraffic>;
}

/** The traffic of some images, from a part of a log. */
export interface ImagesCount {
  /** Names these images in the part, the same at every attempt. */
  readonly part: string;
  /** At most `MAX_IMAGES_COUNTED_TOGETHER`, each once a month. */
  readonly images: readonly ImageDays[];
  readonly now: number;
}

/** So that they and their mark fit one transaction of DynamoDB: 100 items. */
export const MAX_IMAGES_COUNTED_TOGETHER = 50;

/** One more of a kind on a UTC day, `2026-11-05`. */
export interface CountedOnDay {
  readonly projectId: string;
  readonly day: string;
  readonly kind: DayCount;
}

/**
 * Reads the counts of ImageStore and RenditionStore, exact at the moment of reading, and stores the
 * count of bandwidth.
 */
export interface UsageStore {
  ofAccount(accountId: string, month: string): Promise<UsedAmounts>;
  /** Renditions counted to an account in the month. */
  countTransformations(accountId: string, month: string): Promise<number>;
  /** A project's share of its account's usage. */
  ofProject(project: Pick<Project, 'projectId' | 'accountId'>, month: string): Promise<UsedAmounts>;
  /**
   * Adds to account and project; repeating it adds nothing. Counted parts are remembered for 30
   * days, longer than any log is kept.
   */
  countBandwidth(count: BandwidthCount): Promise<CountedBandwidth>;
  /**
   * Adds one to a project's day, for the report by day alone: a repetition counts again, and no
   * quota depends on it.
   */
  countOnDay(count: CountedOnDay): Promise<void>;
  /**
   * A project's usage of some days. One without usage has zeros or is missing, and so has one that
   * expired. `countBandwidth` counts the bytes.
   */
  ofDays(projectId: string, days: readonly string[]): Promise<ReadonlyMap<string, DayUsage>>;
  /** Adds to the days of images; repeating it adds nothing. Counts end after the reported days. */
  countImages(count: ImagesCount): Promise<void>;
  /** The traffic of an image on some days; a day without any is missing. */
  ofImage(imageId: ImageId, days: readonly string[]): Promise<ReadonlyMap<string, DayTraffic>>;
  /** Removes an image's counts of the reported days, of which `now` is in the last. */
  forgetImage(imageId: ImageId, now: number): Promise<void>;
}
