import { mergeVariants, type Template } from './merge-variants.ts';
import {
  STACK_NAME,
  type SynthesizedTemplate,
  synthesizeVariant,
  type TemplateProps,
  VARIANTS,
  type Variant,
} from './template-stack.ts';

type Json = unknown;

interface AccessLogSetting {
  readonly DestinationArn: Json;
}

/** CloudFormation's name of a stack has no place among CloudFront's 64 characters. */
const SHORT_ID = {
  'Fn::Select': [
    0,
    { 'Fn::Split': ['-', { 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] }] },
  ],
};
/** The types whose names are unique in an account and short. */
const SHORT_NAMED = /^AWS::CloudFront::/;

/** A text with the name of the stack, where the placeholder was. */
function withStackName(text: string, name: Json): Json {
  if (!text.includes(STACK_NAME)) return text;
  if (text === STACK_NAME) return name;
  const parts = text.split(STACK_NAME).flatMap((part, at) => (at === 0 ? [part] : [name, part]));
  return { 'Fn::Join': ['', parts.filter((part) => part !== '')] };
}

function replaceNames(value: Json, name: Json): Json {
  if (typeof value === 'string') return withStackName(value, name);
  if (Array.isArray(value)) return value.map((one) => replaceNames(one, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, replaceNames(one, name)]),
  );
}

/**
 * A stage waits for the account's role of logs by a reference. `DependsOn` takes no resource that
 * a condition may leave out.
 */
function waitForLogRole({ Resources, ...sections }: Template): Template {
  const [account] = Object.entries(Resources).find(
    ([, { Type }]) => Type === 'AWS::ApiGateway::Account',
  ) ?? [undefined];
  if (account === undefined) return { Resources, ...sections };
  const changed = Object.entries(Resources).map(([id, { DependsOn, ...resource }]) => {
    const needs = [DependsOn ?? []].flat().filter((need) => need !== account);
    const waiting = needs.length > 0 ? { ...resource, DependsOn: needs } : resource;
    if (resource.Type !== 'AWS::ApiGateway::Stage') return [id, waiting];
    const properties = resource.Properties as { readonly AccessLogSetting: AccessLogSetting };
    const { DestinationArn: arn, ...others } = properties.AccessLogSetting;
    const after = { 'Fn::Select': [0, [arn, { Ref: account }]] };
    const DestinationArn = { 'Fn::If': ['MakesLogRole', after, arn] };
    const AccessLogSetting = { ...others, DestinationArn };
    return [id, { ...waiting, Properties: { ...properties, AccessLogSetting } }];
  });
  return { ...sections, Resources: Object.fromEntries(changed) };
}

/** The names of a stack that is named at its deploy; without the CDK's own notes. */
export function finishVariant(template: Template): Template {
  const { Resources, Outputs = {}, ...sections } = waitForLogRole(template);
  const named = Object.entries(Resources).map(([id, { Metadata: _, ...resource }]) => {
    const name = SHORT_NAMED.test(String(resource.Type)) ? SHORT_ID : { Ref: 'AWS::StackName' };
    return [id.replaceAll(STACK_NAME, ''), replaceNames(resource, name)] as const;
  });
  const outputs = replaceNames(Outputs, { Ref: 'AWS::StackName' }) as Template['Outputs'];
  return { ...sections, Resources: Object.fromEntries(named), Outputs: outputs } as Template;
}

const NAMES = Object.keys(VARIANTS) as (keyof Variant)[];

/** Every variant, with the choices that come first in their names first. */
export function listVariants(): Variant[] {
  const numbers = [...Array(2 ** NAMES.length).keys()];
  return numbers.map((number) => {
    const chosen = NAMES.map((name, at) => [name, (number & (1 << at)) !== 0]);
    return Object.fromEntries(chosen) as Variant;
  });
}

/** All variants in one template: the first half has the last choice off. */
function mergeAll(templates: readonly Template[], depth: number): Template {
  const [first] = templates;
  if (templates.length === 1 && first) return first;
  const half = templates.length / 2;
  const off = mergeAll(templates.slice(0, half), depth - 1);
  const on = mergeAll(templates.slice(half), depth - 1);
  return mergeVariants(NAMES[depth] ?? '', on, off);
}

/** Leaves out conditions that nothing names, which cfn-lint would report. */
function withoutUnusedConditions(template: Template): Template {
  const { Conditions = {}, ...rest } = template;
  const used = new Set<string>();
  const visit = (value: Json, key = ''): void => {
    if (typeof value === 'string' && key === 'Condition' && value in Conditions) use(value);
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      if (key === 'Fn::If') use(String(value[0]));
      for (const one of value) visit(one);
      return;
    }
    for (const [name, one] of Object.entries(value)) visit(one, name);
  };
  const use = (name: string): void => {
    if (used.has(name)) return;
    used.add(name);
    visit(Conditions[name]);
  };
  visit(rest);
  const kept = Object.entries(Conditions).filter(([name]) => used.has(name));
  return { ...rest, Conditions: Object.fromEntries(kept) } as Template;
}

export interface BuiltTemplate extends Omit<SynthesizedTemplate, 'app'> {
  /** Each as the CDK makes it, in the order of `listVariants`. */
  readonly variants: readonly Template[];
}

/** One template of all variants, in the order of `listVariants`. */
export function mergeSynthesized(made: readonly SynthesizedTemplate[]): BuiltTemplate {
  const variants = made.map(({ template }) => finishVariant(template));
  const template = withoutUnusedConditions(mergeAll(variants, NAMES.length - 1));
  const paths = new Map(made.flatMap(({ paths: some }) => [...some]));
  return { template, paths, variants };
}

/** The template of a service whose choices are parameters, and its assets. */
export function buildTemplate(props: Omit<TemplateProps, 'variant'>): BuiltTemplate {
  // in one folder: the variants share their assets, and each template is read before the next
  return mergeSynthesized(
    listVariants().map((variant) => synthesizeVariant({ ...props, variant })),
  );
}
