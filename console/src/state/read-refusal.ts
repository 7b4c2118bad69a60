import { ImagewellError } from 'imagewell-client';

/** The refusal of a request that the console makes beside the client, in the service's words. */
export async function readRefusal(response: Response): Promise<ImagewellError> {
  const { status, headers } = response;
  const problem = await response.json().catch(() => undefined);
  const detail = problem?.detail ?? problem?.title ?? `The service answered ${status}.`;
  const code = problem?.code ?? 'unexpected_answer';
  const retryAfter = Number(headers.get('Retry-After') ?? Number.NaN);
  return new ImagewellError({
    code,
    status,
    detail,
    problem,
    ...(Number.isFinite(retryAfter) && { retryAfterSeconds: retryAfter }),
  });
}
