import { ServiceError } from './service-error.ts';

const TRIES = 10;

/** Retries while concurrent changes make a decision `outdated`; throws busy after ten attempts. */
export async function retryConflicts<T>(attempt: () => Promise<T | 'outdated'>): Promise<T> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const answer = await attempt();
    if (answer !== 'outdated') return answer;
  }
  const detail = 'The resource is being changed concurrently; retry.';
  throw new ServiceError('busy', { detail, headers: { 'Retry-After': '1' } });
}
