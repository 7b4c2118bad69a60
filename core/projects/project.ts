import type { Plan } from './plans.ts';
import type { ProjectSettings } from './project-settings.ts';

export interface Project {
  readonly projectId: string;
  readonly accountId: string;
  readonly name: string;
  /** Web origins by the grammar of allowed-origins. */
  readonly allowedOrigins: readonly string[];
  /** The account's. */
  readonly plan: Plan;
  readonly createdAt: number;
  readonly settings: ProjectSettings;
  /** The account's first, which can be emptied and not deleted. */
  readonly isDefault: boolean;
  /** Null while it lives. */
  readonly deletion: ProjectEnd | null;
  /** There while the operator keeps it closed. */
  readonly suspension?: Suspension;
}

/**
 * When a project was deleted, and when that can no longer be taken back; milliseconds of the Unix
 * epoch.
 */
export interface ProjectEnd {
  readonly deletedAt: number;
  readonly purgeAt: number;
}

/** A project before it is stored; those of its settings that it doesn't name are the defaults. */
export interface NewProject
  extends Omit<Project, 'settings' | 'isDefault' | 'deletion' | 'suspension'> {
  readonly isDefault?: boolean;
  readonly settings?: Partial<ProjectSettings>;
}

/** Why, and since when, the operator keeps a project closed. */
export interface Suspension {
  /** Told to who belongs to the project, and to who has one of its API keys. */
  readonly reason: string;
  /** Milliseconds of the Unix epoch. */
  readonly suspendedAt: number;
}
