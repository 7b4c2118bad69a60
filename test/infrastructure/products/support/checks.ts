import { AwsSolutionsChecks, type NagPack, ServerlessChecks } from 'cdk-nag';
import { MAX_PRIVATE_REQUEST_BYTES } from '../../../../lambdas/edge/with-cdn-url.ts';
import { TEMPLATE_QUOTAS } from '../../../../lib/quotas/template-quotas.ts';
import { quotasExceeded } from '../../../../scripts/quotas/count-template.ts';
import { charactersOf } from '../../../../scripts/quotas/policy-sizes.ts';
import { all, get, listAt, type Resource, type Template } from '../../synth/support/template.ts';
import type { Product } from './product.ts';

type CheckName =
  | 'has no finding of cdk-nag that is not acknowledged'
  | 'has no warning of the CDK that is not acknowledged, and nothing deprecated'
  | 'is a template that CloudFormation takes'
  | 'is within each quota of AWS that has a row, of a new account too'
  | 'has topics whose policies Amazon SNS takes'
  | 'has edge functions that CloudFront takes'
  | 'has no list that is longer than a quota';

/** AWS CloudFormation User Guide, "CloudFormation quotas". */
const MAX_OF_SECTION = {
  Resources: TEMPLATE_QUOTAS.stackResources.usual,
  Outputs: TEMPLATE_QUOTAS.stackOutputs.usual,
  Parameters: TEMPLATE_QUOTAS.stackParameters.usual,
  Mappings: 200,
};
/** Amazon SNS: a policy of a topic, in bytes. */
const MAX_TOPIC_POLICY_BYTES = 20_480;
/** The longest domain, of one that CloudFormation knows only at the deploy. */
const DOMAIN = 'd'.repeat(253);

/** Quotas that have no row, by the type of one resource: the path of a list, and its length. */
const MAX_LENGTHS: readonly (readonly [type: string, path: string, most: number])[] = [
  ['AWS::CloudFront::Distribution', 'DistributionConfig.Aliases', 100],
  ['AWS::IAM::Role', 'ManagedPolicyArns', 10],
];

const PACKS: readonly (() => NagPack)[] = [
  () => new AwsSolutionsChecks(),
  () => new ServerlessChecks(),
];

/** Findings at the service's constructs, in any of the product's apps. */
export function findingsOf({ apps, servicePath }: Product): string[] {
  const found = apps.flatMap((app) =>
    PACKS.flatMap((pack) =>
      pack()
        .validateScope(app)
        .violations.flatMap(({ ruleName, violatingResources }) =>
          violatingResources.map(({ constructPath = '' }) => ({ ruleName, constructPath })),
        ),
    ),
  );
  const own = found.filter(({ constructPath }) => constructPath.startsWith(`${servicePath}/`));
  return [...new Set(own.map(({ ruleName, constructPath }) => `${ruleName} at ${constructPath}`))];
}

/** Faults: each part of a product's stacks that is larger than it may be. */
function tooLarge(
  { stacks }: Product,
  most: number,
  measure: (stack: Template) => Iterable<readonly [id: string, size: number]>,
): string[] {
  const sizes = stacks.flatMap((stack) => [...measure(stack)]);
  return sizes.flatMap(([id, size]) => (size > most ? [`${id}: ${size} of ${most}`] : []));
}

/** A text in which CloudFormation puts values at the deploy, in bytes. */
function bytesOf(text: unknown): number {
  const parts = typeof text === 'string' ? [text] : listAt(text, 'Fn::Join.1');
  return Buffer.byteLength(
    parts.map((part) => (typeof part === 'string' ? part : DOMAIN)).join(''),
  );
}

const sizesOf = (type: string, measure: (resource: Resource) => number) => (stack: Template) =>
  all(stack, type).map(([id, resource]) => [id, measure(resource)] as const);

/** THE checks: the faults of a product, none where it is right. */
export const CHECKS: Readonly<Record<CheckName, (product: Product) => string[]>> = {
  'has no finding of cdk-nag that is not acknowledged': findingsOf,
  'has no warning of the CDK that is not acknowledged, and nothing deprecated': ({ warnings }) => [
    ...warnings,
  ],
  'is a template that CloudFormation takes': ({ template, templateBytes }) => [
    ...(templateBytes > TEMPLATE_QUOTAS.templateBytes.usual ? [`${templateBytes} bytes`] : []),
    ...Object.entries(MAX_OF_SECTION).flatMap(([section, most]) => {
      const count = Object.keys(get(template, section) ?? {}).length;
      return count > most ? [`${count} ${section}`] : [];
    }),
  ],
  'is within each quota of AWS that has a row, of a new account too': ({ stacks }) =>
    stacks.flatMap(quotasExceeded),
  'has topics whose policies Amazon SNS takes': (product) =>
    tooLarge(
      product,
      MAX_TOPIC_POLICY_BYTES,
      sizesOf('AWS::SNS::TopicPolicy', ({ Properties }) => charactersOf(Properties.PolicyDocument)),
    ),
  // each has a bound of its own, which its build checks
  'has edge functions that CloudFront takes': (product) =>
    tooLarge(
      product,
      MAX_PRIVATE_REQUEST_BYTES,
      sizesOf('AWS::CloudFront::Function', ({ Properties }) => bytesOf(Properties.FunctionCode)),
    ),
  'has no list that is longer than a quota': (product) =>
    MAX_LENGTHS.flatMap(([type, path, most]) =>
      tooLarge(
        product,
        most,
        sizesOf(type, ({ Properties }) => listAt(Properties, path).length),
      ),
    ),
};

export const CHECK_NAMES = Object.keys(CHECKS) as CheckName[];
