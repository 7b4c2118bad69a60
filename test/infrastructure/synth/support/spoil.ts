import { functionsOf } from './rights.ts';
import { all, get, only, type Resource, references, type Template } from './template.ts';

export type Spoil = (template: Template) => void;

function holderOf(value: unknown, path: string): [Record<string, unknown>, string] {
  const names = path.split('.');
  const last = names.pop() ?? '';
  const holder = names.length === 0 ? value : get(value, names.join('.'));
  return [holder as Record<string, unknown>, last];
}

/** Sets a property of the one resource of a type, by its path. */
export function set(type: string, prefix: string, path: string, value: unknown): Spoil {
  return (template) => {
    const [holder, last] = holderOf(only(template, type, prefix), path);
    holder[last] = value;
  };
}

/** The same for a function, by its handler's name without hyphens. */
export function setFunction(name: string, path: string, value: unknown): Spoil {
  return (template) => {
    const [holder, last] = holderOf(functionNamed(template, name), path);
    holder[last] = value;
  };
}

/** Takes out the one resource of a type. */
export function drop(type: string, prefix: string): Spoil {
  return ({ Resources }) => {
    const [id] = Object.keys(Resources).filter(
      (candidate) => candidate.startsWith(prefix) && Resources[candidate]?.Type === type,
    );
    if (id === undefined) throw new Error(`there is no ${type} ${prefix}`);
    delete Resources[id];
  };
}

export function functionNamed(template: Template, name: string): Resource {
  const found = functionsOf(template).find(([candidate]) => candidate === name)?.[1];
  if (!found) throw new Error(`there is no function ${name}`);
  return found;
}

type RawStatement = Record<string, unknown>;

function statementsOf(template: Template, name: string): RawStatement[] {
  const [role] = references(functionNamed(template, name).Properties.Role);
  const policy = all(template, 'AWS::IAM::Policy').find(([, { Properties }]) =>
    references(Properties.Roles).includes(role ?? ''),
  );
  return get(policy?.[1], 'Properties.PolicyDocument.Statement') as RawStatement[];
}

/** Gives a function one more right. */
export function allow(name: string, Action: string, Resource: unknown): Spoil {
  return (template) => {
    statementsOf(template, name).push({ Effect: 'Allow', Action, Resource });
  };
}

/** Changes the statement of a function in which an action stands. */
export function changeRight(name: string, action: string, change: RawStatement): Spoil {
  return (template) => {
    const found = statementsOf(template, name).find((candidate) =>
      [candidate.Action].flat().includes(action),
    );
    if (!found) throw new Error(`${name} has no ${action}`);
    Object.assign(found, change);
  };
}

/** The logical id of the one resource whose id begins so. */
export function idOf({ Resources }: Template, type: string, prefix: string): string {
  const found = Object.keys(Resources).filter(
    (id) => id.startsWith(prefix) && Resources[id]?.Type === type,
  );
  if (found.length !== 1) throw new Error(`${found.length} of ${type} ${prefix}`);
  return found[0] as string;
}
