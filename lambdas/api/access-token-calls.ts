import { getProject } from '../../core/use-cases/get-project.ts';
import { listProjects } from '../../core/use-cases/list-projects.ts';
import { type PersonRun, personEndpoint } from '../http/endpoint.ts';
import { type CallsOf, routeCalls } from '../http/route-calls.ts';
import { lazily } from '../lazily.ts';
import { AWS_PEOPLE, type PeopleServices } from '../people-services.ts';
import { awsServices, type RecordServices } from '../services.ts';
import { AWS_WEBHOOKS, type WebhookParts } from '../webhook-services.ts';
import { webhookCalls } from './webhook-calls.ts';

/** Every call of a person, with an access token. */
export function createHandler(services: RecordServices & PeopleServices & WebhookParts) {
  const runs: Readonly<Record<CallsOf<'access-token-calls'>, PersonRun>> = {
    listProjects: (person) => listProjects(services, person),
    getProject: (person, input) =>
      getProject(services, person, { projectId: input.projectId as string }),
    ...webhookCalls(services),
  };
  return routeCalls<'access-token-calls', PersonRun>(runs, (contract, run) =>
    personEndpoint(services, contract, run),
  );
}

export const handler = /* @__PURE__ */ lazily(() =>
  createHandler(awsServices({ ...AWS_PEOPLE, ...AWS_WEBHOOKS })),
);
