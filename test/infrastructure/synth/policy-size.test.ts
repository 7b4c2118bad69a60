import { describe, expect, it } from 'vitest';
import { API_FUNCTIONS } from '../../../core/api/endpoints.ts';
import {
  MAX_RESOURCE_POLICY_BYTES,
  MAX_ROLE_POLICY_CHARACTERS,
  policyCharacters,
  resourcePolicyBytes,
} from './support/policy-sizes.ts';
import { all, type Resource, references, synthesize, type Template } from './support/template.ts';

const tooLong = (template: Template) =>
  [...policyCharacters(template)].filter(([, size]) => size >= MAX_ROLE_POLICY_CHARACTERS);

describe('the policies of a role', () => {
  it('are within what IAM takes', () => {
    const template = synthesize();
    expect(policyCharacters(template).size).toBeGreaterThan(10);
    expect(tooLong(template)).toEqual([]);
  });

  it('are reported if they are missing', () => {
    const spoiled = structuredClone(synthesize());
    for (const [, { Properties }] of all(spoiled, 'AWS::IAM::Policy').slice(0, 1)) {
      const { Statement } = Properties.PolicyDocument as { Statement: unknown[] };
      while (Statement.length < 80) Statement.push(Statement[0]);
    }
    expect(tooLong(spoiled)).toHaveLength(1);
  });
});

describe('the resource policies of functions', () => {
  const tooLarge = (template: Template) =>
    [...resourcePolicyBytes(template)].filter(([, bytes]) => bytes > MAX_RESOURCE_POLICY_BYTES / 4);

  it('take no more than a quarter of what Lambda takes, however many calls a function has', () => {
    const template = synthesize({ events: 'on' });
    const sizes = resourcePolicyBytes(template);
    expect(sizes.size).toBeGreaterThan(9); // the functions of calls, the renderer, the schedules
    expect(tooLarge(template)).toEqual([]);
  });

  it('are reported if they would be too large', () => {
    const spoiled = structuredClone(synthesize());
    const [[id, permission]] = all(spoiled, 'AWS::Lambda::Permission') as [[string, Resource]];
    for (let at = 0; at < 39; at += 1) spoiled.Resources[`${id}${at}`] = permission;
    expect(tooLarge(spoiled)).toHaveLength(1);
  });

  it('name each call’s API once for a function', () => {
    const template = synthesize();
    const counts = Map.groupBy(
      all(template, 'AWS::Lambda::Permission').filter(
        ([, { Properties }]) => Properties.Principal === 'apigateway.amazonaws.com',
      ),
      ([, { Properties }]) => references(Properties.FunctionName)[0] ?? '',
    );
    expect(counts.size).toBe(API_FUNCTIONS.length);
    for (const [fn, permissions] of counts) expect([fn, permissions.length]).toEqual([fn, 1]);
  });
});
