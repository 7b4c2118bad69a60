import { all, get, listAt, type Resource, references, show, type Template } from './template.ts';

export interface Statement {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  /** The patterns of a condition on keys or prefixes. */
  readonly keys: readonly string[];
}

function statementsOf(document: unknown): Statement[] {
  return listAt(document, 'Statement')
    .filter((candidate) => get(candidate, 'Effect') === 'Allow')
    .map((entry) => ({
      actions: listAt(entry, 'Action').map(show),
      resources: listAt(entry, 'Resource').map((resource) => show(resource)),
      keys: Object.values((get(entry, 'Condition') ?? {}) as object).flatMap((condition) =>
        Object.values(condition as object).flat(),
      ) as string[],
    }));
}

/** The function that writes the site within a deploy: it's none of `FUNCTIONS`. */
export const SITE_WRITER = 'SiteFilesWriter';

/** Every function with its handler's name: its logical id begins with it, hyphens left out. */
export function functionsOf(template: Template): [string, Resource][] {
  return all(template, 'AWS::Lambda::Function').map(([id, fn]) => [
    id.replace(/[0-9A-F]{8}$/, ''),
    fn,
  ]);
}

/** The permissions of a function's role, from its own policies. */
export function rightsOf(template: Template, fn: Resource): Statement[] {
  const [role] = references(fn.Properties.Role);
  return all(template, 'AWS::IAM::Policy')
    .filter(([, policy]) => references(policy.Properties.Roles).includes(role ?? ''))
    .flatMap(([, policy]) => statementsOf(policy.Properties.PolicyDocument));
}

/** The same as lines `action on resource, if keys`, logical ids without their hash, sorted. */
export function rightsByLine(template: Template, fn: Resource): string[] {
  const lines = rightsOf(template, fn).flatMap(({ actions, resources, keys }) =>
    actions.flatMap((action) =>
      resources.map((resource) => {
        const on = resource.replace(/[0-9A-F]{8}>/g, '>');
        return `${action} ${on}${keys.length > 0 ? ` if ${keys.join(' ')}` : ''}`;
      }),
    ),
  );
  return [...new Set(lines)].sort();
}
