import type { NewProject, Project } from '../../projects/project.ts';
import type { ProjectSettings } from '../../projects/project-settings.ts';
import type { SettingsChange } from '../../projects/read-settings.ts';

/** What came of making a project. */
export type AddOutcome = 'added' | 'quota_exceeded';
/** What delivery goes by. */
export type ServedProject = ProjectSettings & Pick<Project, 'suspension'>;

/** Projects and the accounts that own them; a port, with its adapters in adapters/project-store. */
export interface ProjectStore {
  getProject(projectId: string): Promise<Project | undefined>;
  /** An account's projects, oldest first. */
  listProjects(accountId: string): Promise<Project[]>;
  /**
   * Makes the project, and its account with the project's plan if it is new; `quota_exceeded`, and
   * nothing is made, where the account has as many already as the plan lets it, null: any number.
   */
  addProject(project: NewProject, maxProjects?: number | null): Promise<AddOutcome>;
  setAllowedOrigins(projectId: string, origins: readonly string[]): Promise<void>;
  /**
   * Without the account: what each request for a picture has to know. Undefined for a deleted
   * project, which delivers nothing.
   */
  getSettings(projectId: string): Promise<ServedProject | undefined>;
  /**
   * Sets those that are named, each whole, and no others; false where there is no such project, or
   * it is deleted.
   */
  changeSettings(projectId: string, change: SettingsChange): Promise<boolean>;
}
