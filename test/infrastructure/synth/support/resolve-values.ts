import { RegionInfo } from 'aws-cdk-lib/region-info';
import { get, type Template } from './template.ts';

/** The pseudo parameters of CloudFormation in a region, by aws-cdk-lib's own facts of it. */
function pseudoParameters(region: string): Readonly<Record<string, string>> {
  const { partition = '', domainSuffix = '' } = RegionInfo.get(region);
  return { 'AWS::Region': region, 'AWS::Partition': partition, 'AWS::URLSuffix': domainSuffix };
}

/**
 * A copy of a value of a template as CloudFormation resolves it in a region. Values
 * of the deploy stay in angle brackets: `<Id>` and `<Id.Attribute>`.
 */
export function resolveIn(region: string, template: Template, value: unknown): unknown {
  const pseudo = pseudoParameters(region);
  const { Mappings } = template as { Mappings?: unknown };
  const functions: Readonly<Record<string, (inner: never) => unknown>> = {
    Ref: (name: string) => pseudo[name] ?? `<${name}>`,
    'Fn::GetAtt': (path: readonly string[]) => `<${path.join('.')}>`,
    'Fn::FindInMap': ([map, key, name]: readonly unknown[]) =>
      get(get(get(Mappings, `${map}`), `${resolve(key)}`), `${name}`),
    'Fn::Join': ([between, parts]: readonly [string, readonly unknown[]]) =>
      parts.map(resolve).join(between),
    'Fn::Split': ([between, text]: readonly [string, unknown]) => `${resolve(text)}`.split(between),
    'Fn::Select': ([at, list]: readonly [number, unknown]) => (resolve(list) as unknown[])[at],
  };
  function resolve(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(resolve);
    if (typeof part !== 'object' || part === null) return part;
    const entries = Object.entries(part);
    const [name = '', inner] = entries[0] ?? [];
    const evaluate = functions[name];
    if (evaluate && entries.length === 1) return evaluate(inner as never);
    return Object.fromEntries(entries.map(([key, one]) => [key, resolve(one)]));
  }
  return resolve(value);
}

/** Every text in a value, however deep, and no name of a property. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
