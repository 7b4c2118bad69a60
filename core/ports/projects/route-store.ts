import type { Route } from '../../images/old-path.ts';

/** A port for the routes of projects: their old addresses of images. */
export interface RouteStore {
  /** The target of an old path; undefined if the project has no such route. */
  getTarget(projectId: string, path: string): Promise<string | undefined>;
  /**
   * Adds routes, and replaces those with the same path. False, and nothing is added, if the project
   * would have more than `maxRoutes`. Two concurrent calls may exceed it together.
   */
  putRoutes(projectId: string, routes: readonly Route[], maxRoutes: number): Promise<boolean>;
  /** In the order of their paths, after one of them. */
  listRoutes(
    projectId: string,
    limit: number,
    after: string | null,
  ): Promise<{ readonly routes: readonly Route[]; readonly next: string | null }>;
  /** Missing ones are no error. */
  removeRoutes(projectId: string, paths: readonly string[]): Promise<void>;
}
