import { ServiceError } from '../../foundation/service-error.ts';
import type { Project } from '../../projects/project.ts';

/** Throws project_suspended for a suspended project; its members get the reason. */
export function requireRunning(
  { suspension }: Pick<Project, 'suspension'>,
  isTheirs: boolean,
): void {
  if (!suspension) return;
  const reason = isTheirs ? `: ${suspension.reason}` : '.';
  throw new ServiceError('project_suspended', {
    detail: `The operator of this service has suspended the project${reason}`,
  });
}
