import { nearestName } from '../../core/foundation/nearest-name.ts';
import type { ServiceErrorOptions } from '../../core/foundation/service-error.ts';
import type { ApiRoute } from './api-routes.ts';

const API_PREFIX = '/api/v1/';

/** `listImages` and `list_images` are meant as `list-images`. */
function kebabCase(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
}

function nameOf({ path }: ApiRoute): string {
  return path.slice(API_PREFIX.length).split('/', 1).join('');
}

/**
 * The nearest route of a path that is none; nothing where none is near. The path is not repeated: a
 * key may be a part of it (security.no-key-in-clear).
 */
export function describeUnknownRoute(
  path: string,
  routes: readonly ApiRoute[],
): Pick<ServiceErrorOptions, 'hint'> {
  const parts = path.split('/').filter((part) => part !== '');
  const name = parts.find((part) => part !== 'api' && !/^v\d+$/.test(part)) ?? '';
  const nearest = nearestName(kebabCase(name.slice(0, 60)), routes.map(nameOf));
  const route = routes.find((one) => nameOf(one) === nearest);
  return route ? { hint: `Did you mean POST ${route.path}?` } : {};
}
