import type { Stack } from 'aws-cdk-lib';
import recommended from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import cdkJson from '../../../cdk.json' with { type: 'json' };
import { addService, synthesizeApp } from '../synth/support/service.ts';
import { listAt, type Template } from '../synth/support/template.ts';
import { everyProp } from './support/foreign-app.ts';

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** Each action on each resource separately: the CDK joins statements by a flag. */
function rightsIn(document: unknown): string[] {
  const lines = listAt(document, 'Statement').flatMap((statement) => {
    const { Action: _, Resource: __, ...rest } = statement as Record<string, unknown>;
    const resources = listAt(statement, 'Resource');
    return listAt(statement, 'Action').flatMap((action) =>
      resources.map((resource) => JSON.stringify([action, resource, rest])),
    );
  });
  return [...new Set(lines)].sort();
}

/** A value without the order of what has none. */
function withoutOrder(value: unknown, name = ''): unknown {
  if (name === 'PolicyDocument') return rightsIn(value);
  // the CDK sorts them by a flag; they have no file in common
  if (name === 'Layers') return (value as unknown[]).map((one) => JSON.stringify(one)).sort();
  if (Array.isArray(value)) return value.map((one) => withoutOrder(one));
  if (!isObject(value)) return value;
  const members = Object.entries(value as object);
  return Object.fromEntries(members.map(([key, one]) => [key, withoutOrder(one, key)]));
}

/** `TYPE PATH` of each property that differs between two templates. */
function changesOf(before: Template, after: Template): string[] {
  const changed = (a: unknown, b: unknown, path: string): string[] => {
    if (JSON.stringify(a) === JSON.stringify(b)) return [];
    const isIn = isObject(a) && isObject(b) && path.split('.').length < 3;
    if (!isIn) return [path];
    const [one, other] = [a, b] as Record<string, unknown>[];
    const names = new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})]);
    return [...names].flatMap((name) => changed(one?.[name], other?.[name], `${path}.${name}`));
  };
  const lines = Object.entries(before.Resources).flatMap(([id, { Type, ...resource }]) => {
    const { Type: _, ...now } = after.Resources[id] ?? {};
    return changed(withoutOrder(resource), withoutOrder(now), '').map(
      (path) => `${Type} ${path.slice(1)}`,
    );
  });
  return [...new Set(lines)];
}

/** The service in an app with these feature flags. */
const withFlags = (flags: Record<string, unknown>): Template =>
  synthesizeApp((stack: Stack) => addService(stack, 'Images', everyProp(stack)), {}, flags);

describe('the feature flags of the CDK', () => {
  it('have the values in cdk.json that the installed CDK recommends', () => {
    expect(cdkJson.context).toEqual(recommended);
  });

  it('change no logical ID of the service, and replace no resource, in an app of its user', () => {
    const [without, all] = [withFlags({}), withFlags(recommended)];
    expect(Object.keys(all.Resources).sort()).toEqual(Object.keys(without.Resources).sort());
    expect(Object.keys(without.Resources).length).toBeGreaterThan(400);
    // an update of a stage without interruption: the same log group, without `:*` behind its ARN
    expect(changesOf(without, all)).toEqual(['AWS::ApiGateway::Stage Properties.AccessLogSetting']);
  });
});
