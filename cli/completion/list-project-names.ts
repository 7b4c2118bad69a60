import { createImagewellForUsers } from '../../client/src/create-imagewell-for-users.ts';
import { givenToken, type Session } from '../session.ts';
import type { Candidate } from './complete-words.ts';

/** A user who waits for a list has stopped looking for it. */
const PATIENCE_MS = 800;

/** A token that is still valid: a renewal that is aborted could end the sign-in. */
async function findToken({ options, machine, signIns, service }: Session) {
  const given = await givenToken(machine, options());
  if (given !== undefined) return given;
  const { baseUrl } = await service();
  const signIn = (await signIns.read()).services[baseUrl];
  return signIn && signIn.expiresAt > Date.now() ? signIn.accessToken : undefined;
}

async function askService(session: Session): Promise<readonly Candidate[]> {
  const accessToken = await findToken(session);
  if (accessToken === undefined) return [];
  const { baseUrl } = await session.service();
  const calls = createImagewellForUsers({ baseUrl, accessToken, retries: 0 });
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const { projects } = await calls.listProjects(undefined, { signal });
  return projects.map(({ projectId, name }) => ({ value: name, description: projectId }));
}

/** The names of the user's projects; none where the service doesn't answer soon. */
export async function listProjectNames(session: Session): Promise<readonly Candidate[]> {
  try {
    return await askService(session);
  } catch {
    return [];
  }
}
