import { getAccount } from '../../core/use-cases/get-account.ts';
import { getProject } from '../../core/use-cases/get-project.ts';
import { listProjects } from '../../core/use-cases/list-projects.ts';
import { type PersonRun, personEndpoint } from '../http/endpoint.ts';
import { type CallsOf, routeCalls } from '../http/route-calls.ts';
import { lazily } from '../lazily.ts';
import { AWS_PEOPLE, type PeopleServices } from '../people-services.ts';
import { awsServices, type RecordServices } from '../services.ts';

/** Every call of a person, with an access token. */
export function createHandler(services: RecordServices & PeopleServices) {
  const runs: Readonly<Record<CallsOf<'access-token-calls'>, PersonRun>> = {
    getAccount: (person) => getAccount(services, person),
    listProjects: (person) => listProjects(services, person),
    getProject: (person, input) =>
      getProject(services, person, { projectId: input.projectId as string }),
  };
  return routeCalls<'access-token-calls', PersonRun>(runs, (contract, run) =>
    personEndpoint(services, contract, run),
  );
}

export const handler = /* @__PURE__ */ lazily(() => createHandler(awsServices(AWS_PEOPLE)));
