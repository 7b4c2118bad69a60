import { AwsSolutionsChecks, type NagPack, ServerlessChecks } from 'cdk-nag';
import { MAX_EDGE_FUNCTION_BYTES } from '../../../../lambdas/edge/with-cdn-url.ts';
import { TEMPLATE_QUOTAS } from '../../../../lib/quotas/template-quotas.ts';
import {
  charactersOf,
  policyCharacters,
  resourcePolicyBytes,
} from '../../../../scripts/quotas/policy-sizes.ts';
import { all, get, listAt, type Resource, type Template } from '../../synth/support/template.ts';
import type { Product } from './product.ts';

type CheckName =
  | 'has no finding of cdk-nag that is not acknowledged'
  | 'has no warning of the CDK that is not acknowledged, and nothing deprecated'
  | 'is a template that CloudFormation takes'
  | 'has roles whose policies IAM takes'
  | 'has resources whose policies their services take'
  | 'has edge functions that CloudFront takes'
  | 'has environments that Lambda takes'
  | 'has no list that is longer than a quota';

/** AWS CloudFormation User Guide, "CloudFormation quotas". */
const MAX_TEMPLATE_BYTES = 1_048_576;
const MAX_OF_SECTION = { Resources: 500, Outputs: 200, Parameters: 200, Mappings: 200 };
/** AWS Lambda Developer Guide, "Lambda quotas": all variables of a function together. */
const MAX_ENVIRONMENT_BYTES = 4_096;
/** Amazon S3, Amazon SQS and Amazon SNS: a policy of a bucket, a queue or a topic. */
const MAX_STORE_POLICY_BYTES = 20_480;
const WITH_A_POLICY = ['AWS::S3::BucketPolicy', 'AWS::SQS::QueuePolicy', 'AWS::SNS::TopicPolicy'];
/** The longest domain, of one that CloudFormation knows only at the deploy. */
const DOMAIN = 'd'.repeat(253);

/** Quotas on one resource, by its type: the path of a list, and its greatest length. */
const MAX_LENGTHS: readonly (readonly [type: string, path: string, most: number])[] = [
  ['AWS::Lambda::Function', 'Layers', 5],
  ['AWS::CloudFront::Distribution', 'DistributionConfig.CacheBehaviors', 75],
  ['AWS::CloudFront::Distribution', 'DistributionConfig.Origins', 100],
  ['AWS::CloudFront::Distribution', 'DistributionConfig.Aliases', 100],
  ['AWS::DynamoDB::Table', 'GlobalSecondaryIndexes', 20],
  ['AWS::Events::Rule', 'Targets', 5],
  ['AWS::S3::Bucket', 'LifecycleConfiguration.Rules', 1_000],
  ['AWS::IAM::Role', 'ManagedPolicyArns', 10],
  ['AWS::Cognito::UserPoolClient', 'CallbackURLs', 100],
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
    ...(templateBytes > MAX_TEMPLATE_BYTES ? [`${templateBytes} bytes`] : []),
    ...Object.entries(MAX_OF_SECTION).flatMap(([section, most]) => {
      const count = Object.keys(get(template, section) ?? {}).length;
      return count > most ? [`${count} ${section}`] : [];
    }),
  ],
  'has roles whose policies IAM takes': (product) =>
    tooLarge(product, TEMPLATE_QUOTAS.rolePolicyCharacters.usual, policyCharacters),
  'has resources whose policies their services take': (product) => [
    ...tooLarge(product, TEMPLATE_QUOTAS.functionPolicyBytes.usual, resourcePolicyBytes),
    ...WITH_A_POLICY.flatMap((type) =>
      tooLarge(
        product,
        MAX_STORE_POLICY_BYTES,
        sizesOf(type, ({ Properties }) => charactersOf(Properties.PolicyDocument)),
      ),
    ),
  ],
  'has edge functions that CloudFront takes': (product) =>
    tooLarge(
      product,
      MAX_EDGE_FUNCTION_BYTES,
      sizesOf('AWS::CloudFront::Function', ({ Properties }) => bytesOf(Properties.FunctionCode)),
    ),
  'has environments that Lambda takes': (product) =>
    tooLarge(
      product,
      MAX_ENVIRONMENT_BYTES,
      sizesOf('AWS::Lambda::Function', ({ Properties }) =>
        charactersOf(get(Properties, 'Environment.Variables') ?? {}),
      ),
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
