/** Every page, and its path; `:imageId` stands for one part of it. */
export const PATHS = {
  welcome: '/',
  gallery: '/console/images',
  image: '/console/images/:imageId',
  bin: '/console/bin',
  playground: '/console/playground',
  keys: '/console/keys',
  usage: '/console/usage',
  team: '/console/team',
  project: '/console/project',
  webhooks: '/console/webhooks',
  audit: '/console/audit',
  account: '/console/account',
  invitation: '/console/invitation',
} as const;

export type RouteName = keyof typeof PATHS;

export type RouteParams = Readonly<Record<string, string>>;

/** The properties of a screen; the current project is in `projects.ts`. */
export interface ScreenProps {
  readonly params: RouteParams;
}

const NAMES = Object.keys(PATHS) as RouteName[];

function match(pattern: string, path: string): RouteParams | undefined {
  const [requested, given] = [pattern.split('/'), path.replace(/(.)\/$/, '$1').split('/')];
  if (requested.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of requested.entries()) {
    const value = given[at] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return undefined;
  }
  return params;
}

/** The page of a path, with the parts that its pattern names; `/console` is the gallery. */
export function findRoute(
  path: string,
): { readonly name: RouteName; readonly params: RouteParams } | undefined {
  if (/^\/console\/?$/.test(path)) return { name: 'gallery', params: {} };
  for (const name of NAMES) {
    const params = match(PATHS[name], path);
    if (params) return { name, params };
  }
  return undefined;
}
