import type { Project } from './project.ts';

/** What is used of a plan. */
export interface UsedAmounts {
  /** Saved images that are not deleted. */
  readonly images: number;
  /** Renditions counted in the month. */
  readonly transformations: number;
}

/** Reads the counts that ImageStore and RenditionStore keep, exact at the moment of reading. */
export interface UsageStore {
  ofAccount(accountId: string, month: string): Promise<UsedAmounts>;
  /** Renditions counted to an account in the month. */
  countTransformations(accountId: string, month: string): Promise<number>;
  /** The part of its account's that a project uses. */
  ofProject(project: Pick<Project, 'projectId' | 'accountId'>, month: string): Promise<UsedAmounts>;
}
