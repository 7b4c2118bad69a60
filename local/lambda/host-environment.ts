import { readPassedOn } from '../../lambdas/environment.ts';

const hasBucket = (settings: unknown): boolean =>
  typeof settings === 'object' &&
  settings !== null &&
  'objects' in settings &&
  settings.objects !== undefined;

/**
 * The environment of a host of functions: of the shell that started the service no more than is
 * used, as in Lambda. A thread has its own copy.
 */
export function hostEnvironment(settings: unknown): NodeJS.ProcessEnv {
  return {
    ...readPassedOn({ hasBucket: hasBucket(settings) }),
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  };
}
