import { readRefusal } from './read-refusal.ts';
import { readAccessToken } from './session/session.ts';

/** Runs an action of a local service's console; throws an ImagewellError. */
export async function act<Answer>(path: string): Promise<Answer> {
  const token = await readAccessToken();
  const headers = token === undefined ? undefined : { Authorization: `Bearer ${token}` };
  const response = await fetch(path, { method: 'POST', ...(headers && { headers }) });
  if (response.ok) return (await response.json()) as Answer;
  throw await readRefusal(response);
}

/** Makes the signed-in user an owner of the local project; throws an ImagewellError. */
export const takeOverProject = () => act<{ readonly projectId: string }>('/console/take-over');

/** Puts sample images into the local project; throws an ImagewellError. */
export const addSampleImages = () => act<object>('/console/sample');
