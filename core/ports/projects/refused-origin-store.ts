import type { RefusedOrigins } from '../../projects/refused-origins.ts';

/** The web origins that a project refused lately: one small record a project, kept for days. */
export interface RefusedOriginStore {
  /** Without any it is an empty one, of revision 0. */
  getRefused(projectId: string): Promise<RefusedOrigins>;
  /**
   * In place of the one of the revision before; false, and nothing is changed, where there is
   * another.
   */
  replaceRefused(projectId: string, refused: RefusedOrigins): Promise<boolean>;
}
