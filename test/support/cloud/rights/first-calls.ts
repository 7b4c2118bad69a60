import { randomUUID } from 'node:crypto';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import type { Credentials } from '../../../../local/data-folder/data-folder.ts';
import { createClient } from '../../http/client.ts';

const UNKNOWN_PROJECT = `prj_${'a'.repeat(26)}`;

/** A call of each function of users' calls that changes nothing. */
const FIRST_CALLS = [
  [ENDPOINTS.getAccount, {}],
  [ENDPOINTS.getProject, { projectId: UNKNOWN_PROJECT }],
  [ENDPOINTS.listApiKeys, { projectId: UNKNOWN_PROJECT }],
  [ENDPOINTS.listWebhooks, { projectId: UNKNOWN_PROJECT }],
] as const;

async function signIn(credentials: Credentials, issuerUrl: string) {
  const body = `first-${randomUUID()}@example.com`;
  const token = await (await fetch(`${issuerUrl}/token`, { method: 'POST', body })).text();
  const client = createClient(credentials);
  return async (name: string, input: object) => {
    const headers = { 'X-API-Key': '', Authorization: `Bearer ${token}` };
    return client.call(name, input, headers);
  };
}

/**
 * Users whose first call is one of each function in turn: it makes their account. One of them
 * brings an API key.
 */
export async function makeFirstCalls(credentials: Credentials, issuerUrl: string): Promise<void> {
  for (const [{ name }, input] of FIRST_CALLS) {
    const call = await signIn(credentials, issuerUrl);
    await call(name, input);
    const { json } = await call(ENDPOINTS.listProjects.name, {});
    const [{ projectId }] = json.projects;
    const response = await call(ENDPOINTS.createApiKey.name, { projectId, name: 'taken along' });
    const exported = await call(ENDPOINTS.exportAccount.name, {});
    const statuses = [response.status, exported.status];
    if (statuses.join() !== '200,200') throw new Error(`${name} first: then ${statuses}`);
  }
}
