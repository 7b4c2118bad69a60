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
  /** Set where the operator raised its limit of uploads, also after the end of it. */
  readonly raisedUploads?: RaisedUploads;
  /** Set by an access log that showed it, where the project refuses its images then. */
  readonly spentBandwidth?: SpentBandwidth;
}

/** A project that isn't deleted, without its account's plan: one record. */
export type OpenProject = Omit<Project, 'plan' | 'deletion'>;

/** The parts of a project that its quotas need. */
export type BilledProject = Pick<
  Project,
  'projectId' | 'accountId' | 'isDefault' | 'plan' | 'settings'
>;

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
  extends Omit<
    Project,
    'settings' | 'isDefault' | 'deletion' | 'suspension' | 'raisedUploads' | 'spentBandwidth'
  > {
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

/** The bandwidth of an account in a month, when a log last showed that its plan has no more. */
export interface SpentBandwidth {
  /** The UTC month, `2026-11`. */
  readonly month: string;
  readonly bytes: number;
}

/** A higher limit of uploads by API keys and members, for example on the day of an import. */
export interface RaisedUploads {
  /** Of each API key and each member in the project. */
  readonly perMinute: number;
  /** Milliseconds of the Unix epoch; the usual limit applies from then on. */
  readonly until: number;
  readonly reason: string;
}
