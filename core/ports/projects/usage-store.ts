import type { ImageTraffic } from '../../metering/top-images.ts';
import type { Project } from '../../projects/project.ts';

/** What is used of a plan. */
export interface UsedAmounts {
  /** Saved images that are not deleted. */
  readonly images: number;
  /** Renditions counted in the month. */
  readonly transformations: number;
  /** Sent by the CDN in the month, as far as its logs have come. */
  readonly bandwidthBytes: number;
  /** The five images that most of it was sent for, most first. */
  readonly topImages: readonly ImageTraffic[];
}

/** What a part of a log says of one project in one month. */
export interface BandwidthCount {
  /** Names the part, the same at every try. */
  readonly part: string;
  readonly projectId: string;
  readonly accountId: string;
  readonly month: string;
  readonly bytes: number;
  /** The images among what was sent, each once. */
  readonly images: readonly ImageTraffic[];
  readonly now: number;
}

export interface CountedBandwidth {
  /** False where it was counted before. */
  readonly isNew: boolean;
  /** The account's in that month, this part included. */
  readonly usedByAccount: number;
}

/**
 * Reads the counts that ImageStore and RenditionStore keep, exact at the moment of reading, and
 * keeps that of the bandwidth.
 */
export interface UsageStore {
  ofAccount(accountId: string, month: string): Promise<UsedAmounts>;
  /** Renditions counted to an account in the month. */
  countTransformations(accountId: string, month: string): Promise<number>;
  /** The part of its account's that a project uses. */
  ofProject(project: Pick<Project, 'projectId' | 'accountId'>, month: string): Promise<UsedAmounts>;
  /**
   * Adds to account and project, once however often it is called: what was counted is known for 30
   * days, longer than any log is kept.
   */
  countBandwidth(count: BandwidthCount): Promise<CountedBandwidth>;
}
