import { ENDPOINTS } from '../../core/api/endpoints.ts';
import type { Services } from '../../core/ports/services.ts';
import { createHandler as createAccountAndTeamCalls } from '../../lambdas/api/account-and-team-calls.ts';
import { createHandler as createProjectCalls } from '../../lambdas/api/project-calls.ts';
import { createHandler as createProjectKeyCalls } from '../../lambdas/api/project-key-calls.ts';
import { createHandler as createWebhookCalls } from '../../lambdas/api/webhook-calls.ts';
import type { ApiHandler } from '../../lambdas/http/api-types.ts';
import type { UserFunction } from './function-bounds.ts';

type CreateHandler = (services: Services) => ApiHandler;

const CREATE: Readonly<Record<UserFunction, CreateHandler>> = {
  'account-and-team-calls': createAccountAndTeamCalls,
  'project-calls': createProjectCalls,
  'project-key-calls': createProjectKeyCalls,
  'webhook-calls': createWebhookCalls,
};

/**
 * Every user's call, by its route: the functions that AWS separates, in one (see PERSON_FUNCTION).
 */
export function createUserCalls(services: Services): ApiHandler {
  const handlers = new Map<string, ApiHandler>(
    Object.entries(CREATE).map(([name, create]) => [name, create(services)]),
  );
  const byPath = new Map<string, ApiHandler | undefined>(
    Object.values(ENDPOINTS).map(({ path, functionName }) => [path, handlers.get(functionName)]),
  );
  return async (event, context) => {
    const handler = byPath.get(event.resource);
    if (!handler) throw new Error(`no call of a user has the route ${event.resource}`);
    return handler(event, context);
  };
}
