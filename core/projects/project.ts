import type { Plan } from './plans.ts';
import type { ProjectSettings } from './project-settings.ts';
import type { Suspension } from './suspension.ts';

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
  /** There while the operator keeps it closed. */
  readonly suspension?: Suspension;
}

/** A project before it is stored; its settings are the defaults. */
export type NewProject = Omit<Project, 'settings' | 'suspension'>;
