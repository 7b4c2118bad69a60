import { ServiceError } from '../../foundation/service-error.ts';

/** Throws validation_failed unless the confirmation equals the name of the project exactly. */
export function requireName(project: { readonly name: string }, name: string): void {
  if (project.name === name) return;
  const detail = 'This field must be the name of the project.';
  const errors = [{ pointer: '/name', code: 'wrong_name', detail }];
  throw new ServiceError('validation_failed', { detail, errors });
}
