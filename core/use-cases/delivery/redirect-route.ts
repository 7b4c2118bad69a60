import { CACHE_TAG_HEADER, CLOSED_HEADERS } from '../../foundation/delivery-headers.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { isRouteTarget, parseOldPath } from '../../images/old-path.ts';
import type { Services } from '../../ports/services.ts';

/**
 * Redirects an old address to its image, whose own rules decide the rest (delivery.old-addresses).
 * Throws route_not_found, also for a stored target that leads elsewhere.
 */
export async function redirectRoute(
  { routes }: Pick<Services, 'routes'>,
  path: string,
  query: string,
): Promise<{ readonly status: 308; readonly headers: Readonly<Record<string, string>> }> {
  const old = parseOldPath(path, query);
  const target = old && (await routes.getTarget(old.projectId, old.path));
  if (!old || target === undefined || !isRouteTarget(target)) {
    throw new ServiceError('route_not_found');
  }
  return {
    status: 308,
    headers: {
      ...Object.fromEntries(CLOSED_HEADERS),
      location: target,
      'cache-control': `public, max-age=${LIMITS.routeMaxAgeSeconds}`,
      'content-length': '0',
      [CACHE_TAG_HEADER]: old.projectId,
    },
  };
}
