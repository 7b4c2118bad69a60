import { ImagewellError } from 'imagewell-client';
import { readAccessToken } from './session/session.ts';

/** The requests of a local service's console beside the calls of the API. */
async function act<Answer>(path: string): Promise<Answer> {
  const token = await readAccessToken();
  const headers = token === undefined ? undefined : { Authorization: `Bearer ${token}` };
  const response = await fetch(path, { method: 'POST', ...(headers && { headers }) });
  if (response.ok) return (await response.json()) as Answer;
  const problem = await response.json().catch(() => undefined);
  const detail = problem?.detail ?? `The service answered ${response.status}.`;
  const code = problem?.code ?? 'unexpected_answer';
  throw new ImagewellError({ code, status: response.status, detail, problem });
}

/** Makes the signed-in user an owner of the local project; throws an ImagewellError. */
export const takeOverProject = () => act<{ readonly projectId: string }>('/console/take-over');

/** Puts sample images into the local project; throws an ImagewellError. */
export const addSampleImages = () => act<object>('/console/sample');
