import { ServiceError } from '../../foundation/service-error.ts';
import type { Project } from '../../projects/project.ts';

/** Throws project_suspended where the operator keeps the project closed; whom the project is theirs is told why. */
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
