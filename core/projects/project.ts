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
  /** Null while it is open. */
  readonly deletion: ProjectEnd | null;
  /** Set while the operator suspends it. */
  readonly suspension?: Suspension;
}

/**
 * The time of a project's deletion, and the time until which it can be restored; milliseconds of
 * the Unix epoch.
 */
export interface ProjectEnd {
  readonly deletedAt: number;
  readonly purgeAt: number;
}

/** A project before it is stored; its unnamed settings are the defaults. */
export interface NewProject
  extends Omit<Project, 'settings' | 'isDefault' | 'deletion' | 'suspension'> {
  readonly isDefault?: boolean;
  readonly settings?: Partial<ProjectSettings>;
}

/** The reason and time of a project's suspension by the operator. */
export interface Suspension {
  /** Shown to the project's members, and to callers with one of its API keys. */
  readonly reason: string;
  /** Milliseconds of the Unix epoch. */
  readonly suspendedAt: number;
}
