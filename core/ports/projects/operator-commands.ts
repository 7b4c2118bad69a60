import type { Project } from '../../projects/project.ts';

type Named = Pick<Project, 'projectId' | 'accountId' | 'isDefault'>;

/** The commands that lift a refusal. */
export interface Cures {
  /** Adds a web origin, which is well-formed, to the allowed origins of a project. */
  allowOrigin(origin: string, project: Named): string;
  /** Gives the account of a project a larger plan. */
  liftPlan(project: Named): string;
}

/** The operator's commands, by their readers: a stranger reads none (errors.operator-hints). */
export interface OperatorCommands {
  /**
   * As they are typed beside this very service: for its log and for requests of its own machine.
   * Null where no request can be of the service's machine.
   */
  readonly here: Cures | null;
  /** For callers with an API key, and for the log where `here` is null. Names no folder. */
  readonly elsewhere: Cures;
}
