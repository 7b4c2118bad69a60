import type { Project } from '../../projects/project.ts';

type Named = Pick<Project, 'projectId' | 'accountId' | 'isDefault'>;

/** The commands that lift a refusal, as they are typed beside this very service. */
export interface OperatorCommands {
  /** Adds a web origin, which is well-formed, to the allowed origins of a project. */
  allowOrigin(origin: string, project: Named): string;
  /** Gives the account of a project a larger plan. */
  liftPlan(project: Named): string;
}
