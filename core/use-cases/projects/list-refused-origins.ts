import type { ResultOf } from '../../api/call-types.ts';
import type { Services } from '../../ports/services.ts';
import { isAllowedOrigin } from '../../projects/allowed-origins.ts';
import { recentlyRefused } from '../../projects/refused-origins.ts';
import type { Member } from '../access/authorize-member.ts';

/** Web origins that a project refused lately and would refuse now (origins.refused-list). */
export async function listRefusedOrigins(
  { clock, refusedOrigins }: Pick<Services, 'clock' | 'refusedOrigins'>,
  { project }: Member,
): Promise<ResultOf<'listRefusedOrigins'>> {
  const { origins } = await refusedOrigins.getRefused(project.projectId);
  const refused = recentlyRefused(origins, clock()).filter(
    ({ origin }) => !isAllowedOrigin(origin, project.allowedOrigins),
  );
  return {
    origins: refused.map(({ origin, count, lastAt }) => ({
      origin,
      count,
      lastRefusedAt: new Date(lastAt).toISOString(),
    })),
  };
}
