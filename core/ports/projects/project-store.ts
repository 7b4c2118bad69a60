import type { Plan } from '../../projects/plans.ts';
import type { NewProject, OpenProject, Project, SpentBandwidth } from '../../projects/project.ts';
import type { SettingsChange } from '../../projects/read-settings.ts';

/** The result of making a project. */
export type AddOutcome = 'added' | 'quota_exceeded';

/** A port for projects and the accounts that own them. */
export interface ProjectStore {
  getProject(projectId: string): Promise<Project | undefined>;
  /**
   * Without the account, in one read: each request for an image needs it. Undefined for a deleted
   * project, which delivers nothing.
   */
  getOpenProject(projectId: string): Promise<OpenProject | undefined>;
  /** The plan of an account, as getProject answers it with a project. */
  getPlan(accountId: string): Promise<Plan>;
  /** An account's projects, oldest first. */
  listProjects(accountId: string): Promise<Project[]>;
  /**
   * Makes the project, and its account with the project's plan if it is new. `quota_exceeded`, and
   * nothing is made, if the account has the plan's maximum of projects; null: any number.
   */
  addProject(project: NewProject, maxProjects?: number | null): Promise<AddOutcome>;
  setAllowedOrigins(projectId: string, origins: readonly string[]): Promise<void>;
  /**
   * Sets the named settings, each as a whole, and no others; false if the project doesn't exist or
   * is deleted.
   */
  changeSettings(projectId: string, change: SettingsChange): Promise<boolean>;
  /** Notes that the bandwidth of a month is used up, in place of an earlier note. */
  noteSpentBandwidth(projectId: string, spent: SpentBandwidth): Promise<void>;
}
