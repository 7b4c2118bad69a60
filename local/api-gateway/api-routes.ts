import { ENDPOINTS } from '../../core/api/endpoints.ts';
import { localApiFunction } from '../lambda/function-bounds.ts';

/** One resource of the API; the function answers every method of it. */
export interface ApiRoute {
  /** API Gateway's spelling, path parameters in braces: a template, so that it may be logged. */
  readonly path: string;
  readonly functionName: string;
  /** Its body is an image; all others are JSON. */
  readonly takesBytes: boolean;
}

export interface FoundRoute {
  readonly route: ApiRoute;
  readonly pathParameters: Readonly<Record<string, string>> | null;
}

/** The resources of the API, from THE table of endpoints. */
export const API_ROUTES: readonly ApiRoute[] = Object.values(ENDPOINTS).map(
  ({ path, functionName, request }) => ({
    path,
    functionName: localApiFunction(functionName),
    takesBytes: request.kind === 'bytes',
  }),
);

function matchPath(
  template: string,
  parts: readonly string[],
): FoundRoute['pathParameters'] | undefined {
  const requested = template.split('/');
  if (requested.length !== parts.length) return undefined;
  const values: Record<string, string> = {};
  for (const [at, name] of requested.entries()) {
    const part = parts[at] ?? '';
    if (name.startsWith('{') && part !== '') values[name.slice(1, -1)] = part;
    else if (name !== part) return undefined;
  }
  return Object.keys(values).length > 0 ? values : null;
}

/** The resource of a path; undefined where API Gateway knows none. */
export function findRoute(routes: readonly ApiRoute[], path: string): FoundRoute | undefined {
  const parts = path.split('/'); // once, and not for each route
  for (const route of routes) {
    const pathParameters = matchPath(route.path, parts);
    if (pathParameters !== undefined) return { route, pathParameters };
  }
  return undefined;
}
