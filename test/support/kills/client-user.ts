import type { Credentials } from '../../../local/data-folder/data-folder.ts';
import { issueToken } from '../../../local/identity-provider/issue-token.ts';
import { createClient } from '../http/client.ts';
import type { StartedService } from '../service/start-service.ts';
import { withPatience } from '../waits/until-not-busy.ts';

/** Beside the service, whose writers may hold the database for longer than one try waits. */
const identityProvider = withPatience({ issueToken });

/** Where a client reaches the service, and who it is there. */
export type ClientService = Pick<StartedService, keyof Credentials | 'dataDir'>;

/** A user of a client's number, and the calls in the default project of that user. */
export function createClientUser(service: ClientService, number: number) {
  const client = createClient(service);
  let token: Promise<string> | undefined;
  let projectId: Promise<string> | undefined;
  const issue = () => identityProvider.issueToken(service.dataDir, `client-${number}@example.com`);
  const call = async (name: string, body: object) => {
    token ??= issue();
    return client.call(name, body, { 'X-API-Key': '', Authorization: `Bearer ${await token}` });
  };
  const findProject = async (): Promise<string> => {
    const { json } = await call('list-projects', {});
    return json.projects[0].projectId;
  };
  return {
    client,
    /** The access token of the user. */
    token: issue,
    /** A call about the user's project. */
    inProject: async (name: string, body: object = {}) => {
      projectId ??= findProject().catch((error) => {
        projectId = undefined; // the service is away: found by the next call
        throw error;
      });
      return call(name, { projectId: await projectId, ...body });
    },
  };
}

export type ClientUser = ReturnType<typeof createClientUser>;
