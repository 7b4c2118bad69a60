import { currentProject, projects } from './projects.ts';
import { PATHS, type RouteName, type RouteParams } from './route-names.ts';

/**
 * The address of a page; it names the project where there are several, so that it can be passed
 * on.
 */
export function linkTo(
  name: RouteName,
  params: RouteParams = {},
  query: Readonly<Record<string, string>> = {},
): string {
  const path = PATHS[name].replace(/:(\w+)/g, (_, part: string) =>
    encodeURIComponent(params[part] ?? ''),
  );
  const isOneOfMany = (projects.value?.length ?? 0) > 1 && name !== 'welcome';
  const project = isOneOfMany ? currentProject.value?.projectId : undefined;
  const all = new URLSearchParams(project === undefined ? {} : { project });
  for (const [key, value] of Object.entries(query)) all.set(key, value);
  const text = all.toString();
  return text === '' ? path : `${path}?${text}`;
}
