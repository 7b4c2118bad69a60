import { describe, expect, it } from 'vitest';
import {
  findInProduct,
  nameOf,
  parseSource,
  type SyntaxNode,
  visitSyntax,
  writtenAs,
} from '../support/sources/syntax-tree.ts';

/** Hosts of AWS in any partition, and the beginnings of ARNs in one; `execute-api` is a host's. */
const OF_AWS =
  /amazonaws|amazoncognito|amazonwebservices|cloudfront\\?\.(net|cn)|\bon\\?\.aws\b|api\\?\.aws\b|execute-api|c2s\\?\.ic|sgov\\?\.gov|adc-e|hci\\?\.ic|arn:aws/;

/**
 * The only places that name a host or a partition, each with its reason. A name that the SDK, the
 * CDK or CloudFormation gives must come from there.
 */
const ALLOWED = [
  // requests to any host of AWS are sent to the emulator
  'admin/checks/http-probe.ts: /\\.(amazonaws\\.com|on\\.aws|cloudfront\\.net)$/',
  // the label of API Gateway's hosts, which a DNS record leads to, in any partition
  'admin/doctor/domain-checks.ts: /\\.execute-api\\./',
  // a service principal in the policy of an existing topic
  "admin/doctor/may-publish.ts: 'cloudwatch.amazonaws.com'",
  // an example of an answer in the documents
  "core/api/calls/uploads.ts: 'https://incoming.s3.eu-central-1.amazonaws.com/'",
  // aws-cdk-lib names the host with the stage only, which waits for every function: a cycle
  `lib/constructs/image-api.ts: \`\${this.api.restApiId}.execute-api.\${region}.\${urlSuffix}\``,
  // no attribute of CloudFormation has the host of a prefix domain: the Public Suffix List does
  "lib/constructs/sign-in-domain.ts: 'amazoncognito.com'",
  "lib/constructs/sign-in-domain.ts: 'amazoncognito.com'",
  "lib/constructs/sign-in-domain.ts: 'on.amazonwebservices.eu'",
  // examples of settings, by which the resources of a stage are counted
  "lib/quotas/stage-parts.ts: 'arn:aws:acm:us-east-1:123456789012:certificate/a'",
  "lib/quotas/stage-parts.ts: 'arn:aws:wafv2:us-east-1:123456789012:regional/webacl/a/b'",
  // as an event of CloudFront and a context of Lambda have them, in a service without AWS
  "local/cloudfront/parse-edge-event.ts: 'local.cloudfront.net'",
  `local/lambda/run-function-host.ts: \`arn:aws:lambda:local:000000000000:function:\${functionName}\``,
];

/** A service as a principal is no host: its name is alike in all partitions. */
const isPrincipal = (parent: SyntaxNode | undefined) =>
  parent?.type === 'NewExpression' && nameOf(parent.callee) === 'ServicePrincipal';

/** The texts and patterns in a source that name a host or a partition of AWS. */
function findHosts(source: string, tree: SyntaxNode): string[] {
  const found: string[] = [];
  visitSyntax(tree, (node, ancestors) => {
    if (node.type !== 'Literal' && node.type !== 'TemplateLiteral') return;
    if (isPrincipal(ancestors.at(-1))) return;
    const text = writtenAs(source, node);
    if (OF_AWS.test(text)) found.push(text);
  });
  return found;
}

describe('hosts of AWS', () => {
  it('and partitions are named nowhere but in an explained list: they are the SDK’s and the CDK’s', () => {
    expect(findInProduct(OF_AWS, findHosts)).toEqual(ALLOWED);
  });

  it('are found in a text, a template and a pattern, and not as a principal or in a comment', () => {
    const source = `
      // https://sqs.eu-west-1.amazonaws.com
      new ServicePrincipal('s3.amazonaws.com');
      const a = 'amazonaws.com';
      const b = \`https://cognito-idp.\${region}.amazonaws.com/\${id}\`;
      const c = /^arn:aws:sns:/;
      const d = "x.lambda-url.eu-west-1.on.aws";`;
    expect(findHosts(source, parseSource(source)).length).toBe(4);
  });
});
