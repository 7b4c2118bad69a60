import type { NewProject, Project } from './project.ts';
import type { ProjectSettings } from './project-settings.ts';
import type { SettingsChange } from './read-settings.ts';

/** What delivery goes by. */
export type ServedProject = ProjectSettings & Pick<Project, 'suspension'>;

/** Projects and the accounts that own them; a port, with its adapters in adapters/project-store. */
export interface ProjectStore {
  getProject(projectId: string): Promise<Project | undefined>;
  /** An account's projects, oldest first. */
  listProjects(accountId: string): Promise<Project[]>;
  /** Makes the project, and its account with the project's plan if it is new. */
  addProject(project: NewProject): Promise<void>;
  setAllowedOrigins(projectId: string, origins: readonly string[]): Promise<void>;
  /** Without the account: what each request for a picture has to know. */
  getSettings(projectId: string): Promise<ServedProject | undefined>;
  /** Sets those that are named, each whole, and no others; false where there is no such project. */
  changeSettings(projectId: string, change: SettingsChange): Promise<boolean>;
}
