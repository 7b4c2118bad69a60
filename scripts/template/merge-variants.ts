import { isDeepStrictEqual } from 'node:util';

type Json = unknown;
type Members = Readonly<Record<string, Json>>;

/** A resource or an output of a template. */
interface Part extends Members {
  readonly Condition?: string;
}

/** The sections of a template that differ between variants, or that variants share. */
export interface Template extends Members {
  readonly Resources: Readonly<Record<string, Part>>;
  readonly Outputs?: Readonly<Record<string, Part>>;
  readonly Conditions?: Readonly<Record<string, Json>>;
  readonly Mappings?: Readonly<Record<string, Json>>;
}

const NO_VALUE = { Ref: 'AWS::NoValue' };

/** Conditions by name, with those that are made of others. */
class Conditions {
  readonly definitions: Record<string, Json>;

  constructor(definitions: Readonly<Record<string, Json>>) {
    this.definitions = { ...definitions };
  }

  private define(name: string, definition: Json): string {
    this.definitions[name] = definition;
    return name;
  }

  not(name: string): string {
    return this.define(`Not${name}`, { 'Fn::Not': [{ Condition: name }] });
  }

  /** Undefined stands for a condition that always holds. */
  and(name: string, other: string | undefined): string {
    if (other === undefined) return name;
    const both = { 'Fn::And': [{ Condition: name }, { Condition: other }] };
    return this.define(`${name}And${other}`, both);
  }

  or(name: string, other: string): string {
    const either = { 'Fn::Or': [{ Condition: name }, { Condition: other }] };
    return this.define(`${name}Or${other}`, either);
  }
}

const isMembers = (value: Json): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A function of CloudFormation: Fn::If stands around it and never in its arguments. */
function isFunction(value: Members): boolean {
  const [name = '', ...others] = Object.keys(value);
  return others.length === 0 && (name === 'Ref' || name.startsWith('Fn::'));
}

/** A value that is the first where the condition holds, and else the second. */
function mergeValue(condition: string, on: Json, off: Json): Json {
  if (isDeepStrictEqual(on, off)) return on;
  if (Array.isArray(on) && Array.isArray(off) && on.length === off.length) {
    return on.map((value, at) => mergeValue(condition, value, off[at]));
  }
  if (isMembers(on) && isMembers(off) && !isFunction(on) && !isFunction(off)) {
    const names = new Set([...Object.keys(on), ...Object.keys(off)]);
    return Object.fromEntries(
      [...names].map((name) => [name, mergeValue(condition, on[name], off[name])]),
    );
  }
  return { 'Fn::If': [condition, on ?? NO_VALUE, off ?? NO_VALUE] };
}

const listOf = (value: Json): string[] => (value === undefined ? [] : ([value].flat() as string[]));

function mergePart(
  conditions: Conditions,
  condition: string,
  id: string,
  [on, off]: readonly [Part, Part],
): Part {
  const { Properties: own, Value: value, DependsOn: needs, Condition: when, ...fixed } = on;
  const { Properties: others, Value: other, DependsOn: need, Condition: unless, ...same } = off;
  if (!isDeepStrictEqual(fixed, same)) throw new Error(`${id} differs beyond its properties`);
  // CloudFormation passes over a resource that a condition leaves out
  const dependsOn = [...new Set([...listOf(needs), ...listOf(need)])].sort();
  const merged = {
    ...fixed,
    ...(own || others ? { Properties: mergeValue(condition, own, others) } : {}),
    ...(value === undefined ? {} : { Value: mergeValue(condition, value, other) }),
    ...(dependsOn.length > 0 ? { DependsOn: dependsOn } : {}),
  };
  if (when === unless) return when === undefined ? merged : { ...merged, Condition: when };
  const holds = conditions.and(condition, when);
  return {
    ...merged,
    Condition: conditions.or(holds, conditions.and(conditions.not(condition), unless)),
  };
}

function mergeParts(
  conditions: Conditions,
  condition: string,
  on: Readonly<Record<string, Part>>,
  off: Readonly<Record<string, Part>>,
): Record<string, Part> {
  const merge = (id: string): Part => {
    const [one, other] = [on[id], off[id]];
    if (one && other) return mergePart(conditions, condition, id, [one, other]);
    const holds = one ? condition : conditions.not(condition);
    const part = (one ?? other) as Part;
    return { ...part, Condition: conditions.and(holds, part.Condition) };
  };
  const ids = [...new Set([...Object.keys(off), ...Object.keys(on)])];
  return Object.fromEntries(ids.map((id) => [id, merge(id)]));
}

/**
 * One template of two: it makes the resources of the first where the condition holds, and else
 * those of the second. Throws an Error where they differ in a place that takes no condition.
 */
export function mergeVariants(condition: string, on: Template, off: Template): Template {
  const conditions = new Conditions({ ...off.Conditions, ...on.Conditions });
  const Resources = mergeParts(conditions, condition, on.Resources, off.Resources);
  const Outputs = mergeParts(conditions, condition, on.Outputs ?? {}, off.Outputs ?? {});
  const Mappings = { ...off.Mappings, ...on.Mappings };
  return { ...off, Mappings, Conditions: conditions.definitions, Resources, Outputs };
}
