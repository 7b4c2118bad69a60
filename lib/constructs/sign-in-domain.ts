import { CfnMapping, Stack, Token } from 'aws-cdk-lib';
import type { UserPoolDomain } from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';

/**
 * The parents of Amazon Cognito's prefix domains by partition, before and after the region. AWS
 * registers them in the Public Suffix List (entries of 2026-01-26). No attribute of CloudFormation
 * has the host, and aws-cdk-lib's `baseUrl()` knows the standard partition and GovCloud only.
 */
const PARENTS = {
  aws: { before: 'auth', after: 'amazoncognito.com' },
  'aws-us-gov': { before: 'auth-fips', after: 'amazoncognito.com' },
  'aws-eusc': { before: 'auth.cognito-idp', after: 'on.amazonwebservices.eu' },
} as const satisfies Readonly<Record<string, { readonly before: string; readonly after: string }>>;

type Partition = keyof typeof PARENTS;

const isKnown = (partition: string): partition is Partition => Object.hasOwn(PARENTS, partition);

function parentOf(scope: Construct, partition: string) {
  if (Token.isUnresolved(partition)) {
    const mapping = new CfnMapping(scope, 'SignInDomains', { mapping: PARENTS });
    const find = (name: keyof (typeof PARENTS)['aws']) => mapping.findInMap(partition, name);
    return { before: find('before'), after: find('after') };
  }
  if (isKnown(partition)) return PARENTS[partition];
  throw new Error(`${scope.node.path}: Amazon Cognito has no prefix domains in ${partition}`);
}

/**
 * The address of a prefix domain's sign-in pages, without a slash at the end, in the partition that
 * the stack is deployed to. Throws an Error for a known partition without such domains.
 */
export function signInUrlOf(scope: Construct, { domainName }: UserPoolDomain): string {
  const { partition, region } = Stack.of(scope);
  const { before, after } = parentOf(scope, partition);
  return `https://${domainName}.${before}.${region}.${after}`;
}
