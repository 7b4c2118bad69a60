import type { NewProject, Project } from '../../projects/project.ts';
import type { ProjectSettings } from '../../projects/project-settings.ts';
import type { SettingsChange } from '../../projects/read-settings.ts';

/** The result of making a project. */
export type AddOutcome = 'added' | 'quota_exceeded';
/** The settings that delivery uses. */
export type ServedProject = ProjectSettings & Pick<Project, 'suspension'>;

/** A port for projects and the accounts that own them. */
export interface ProjectStore {
  getProject(projectId: string): Promise<Project | undefined>;
  /** An account's projects, oldest first. */
  listProjects(accountId: string): Promise<Project[]>;
  /**
   * Makes the project, and its account with the project's plan if it is new. `quota_exceeded`, and
   * nothing is made, if the account has the plan's maximum of projects; null: any number.
   */
  addProject(project: NewProject, maxProjects?: number | null): Promise<AddOutcome>;
  setAllowedOrigins(projectId: string, origins: readonly string[]): Promise<void>;
  /**
   * Without the account: the data that each request for an image needs. Undefined for a deleted
   * project, which delivers nothing.
   */
  getSettings(projectId: string): Promise<ServedProject | undefined>;
  /**
   * Sets the named settings, each as a whole, and no others; false if the project doesn't exist or
   * is deleted.
   */
  changeSettings(projectId: string, change: SettingsChange): Promise<boolean>;
}
