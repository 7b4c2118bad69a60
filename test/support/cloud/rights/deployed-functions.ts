import {
  CloudFormationClient,
  DescribeStackResourcesCommand,
} from '@aws-sdk/client-cloudformation';
import type { Policy } from './policy.ts';

/** A function as it was deployed. */
export interface DeployedFunction {
  /** The file of its handler, which begins its logical id, hyphens left out. */
  readonly functionName: string;
  /** The name that AWS gave it. */
  readonly physicalName: string;
  readonly policies: readonly Policy[];
}

/** ministack goes by the service that a request is signed for, and checks no signature. */
function scopedTo(service: string): Record<string, string> {
  return {
    authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`,
  };
}

async function answerOf(url: string, options: RequestInit): Promise<string> {
  const response = await fetch(url, options);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return text;
}

/** The IAM query API, by hand: its client isn't a dependency. */
function askIam(endpoint: string, parameters: Record<string, string>): Promise<string> {
  const body = new URLSearchParams({ Version: '2010-05-08', ...parameters });
  return answerOf(endpoint, { method: 'POST', headers: scopedTo('iam'), body });
}

function textsIn(xml: string, list: string): string[] {
  const [, inner = ''] = xml.match(new RegExp(`<${list}>(.*?)</${list}>`, 's')) ?? [];
  return [...inner.matchAll(/<member>(.*?)<\/member>/gs)].map(([, text = '']) => text);
}

async function policiesOf(endpoint: string, RoleName: string): Promise<Policy[]> {
  const attached = await askIam(endpoint, { Action: 'ListAttachedRolePolicies', RoleName });
  if (textsIn(attached, 'AttachedPolicies').length > 0)
    throw new Error(`${RoleName} has policies that aren't its own`);
  const names = textsIn(
    await askIam(endpoint, { Action: 'ListRolePolicies', RoleName }),
    'PolicyNames',
  );
  return Promise.all(
    names.map(async (PolicyName) => {
      const xml = await askIam(endpoint, { Action: 'GetRolePolicy', RoleName, PolicyName });
      const [, document = ''] = xml.match(/<PolicyDocument>(.*?)<\/PolicyDocument>/s) ?? [];
      return JSON.parse(decodeURIComponent(document)) as Policy;
    }),
  );
}

/**
 * The functions of a stack in ministack, by their physical names, each with the policies of its
 * role.
 */
export async function deployedFunctions(endpoint: string, stack: string) {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new CloudFormationClient({ endpoint, region: 'us-east-1', credentials });
  const describe = new DescribeStackResourcesCommand({ StackName: stack });
  const { StackResources = [] } = await client.send(describe);
  const functions = StackResources.filter(
    (stackResource) => stackResource.ResourceType === 'AWS::Lambda::Function',
  );
  return Promise.all(
    functions.map(
      async ({ LogicalResourceId = '', PhysicalResourceId = '' }): Promise<DeployedFunction> => {
        const url = `${endpoint}/2015-03-31/functions/${PhysicalResourceId}/configuration`;
        const { Role } = JSON.parse(await answerOf(url, { headers: scopedTo('lambda') }));
        return {
          functionName: LogicalResourceId.replace(/[0-9A-F]{8}$/, ''),
          physicalName: PhysicalResourceId,
          policies: await policiesOf(endpoint, String(Role).split('/').at(-1) ?? ''),
        };
      },
    ),
  );
}

/** Calls a function now, as a schedule does where no event is given. */
export async function invoke(endpoint: string, physicalName: string, event = {}): Promise<void> {
  const url = `${endpoint}/2015-03-31/functions/${physicalName}/invocations`;
  const body = JSON.stringify(event);
  const answer = await answerOf(url, { method: 'POST', headers: scopedTo('lambda'), body });
  if (answer.includes('errorMessage')) throw new Error(`${physicalName} failed: ${answer}`);
}
