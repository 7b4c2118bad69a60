import { setTimeout as delay } from 'node:timers/promises';
import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import {
  CloudFrontClient,
  DescribeFunctionCommand,
  TestFunctionCommand,
} from '@aws-sdk/client-cloudfront';
import {
  CloudWatchClient,
  GetDashboardCommand,
  paginateDescribeAlarms,
} from '@aws-sdk/client-cloudwatch';
import { createAwsClient } from '../../adapters/aws-clients/create-client.ts';
import { createHttpProbe } from '../checks/http-probe.ts';
import { readStack } from '../read-stack.ts';
import { openAdminStack } from '../session/open-admin-stack.ts';
import type { MeasureEdgeFunction, StackResource, VerifySubject } from './subject.ts';
import { deleteImage } from './upload-checks.ts';
import { openVerifyProject } from './verify-project.ts';

export interface VerifyOptions {
  readonly stack: string;
  /** In place of the outputs: an own domain before its record leads here, or an emulator. */
  readonly baseUrl?: string | undefined;
  readonly cdnUrl?: string | undefined;
  /** The endpoint of an emulator, which stands for AWS's host names. */
  readonly connectTo?: string | undefined;
}

/** Amazon CloudWatch API reference, DescribeAlarms: at most so many names a call. */
const ALARMS_A_CALL = 100;

async function listResources(stack: string): Promise<StackResource[]> {
  const client = createAwsClient('command', 'CloudFormationClient', CloudFormationClient);
  const found: StackResource[] = [];
  for await (const page of paginateListStackResources({ client }, { StackName: stack })) {
    for (const { ResourceType = '', PhysicalResourceId = '' } of page.StackResourceSummaries ??
      []) {
      found.push({ type: ResourceType, physicalId: PhysicalResourceId });
    }
  }
  return found;
}

async function listAlarms(names: readonly string[]) {
  const client = createAwsClient('command', 'CloudWatchClient', CloudWatchClient);
  const found: { name: string; actions: number }[] = [];
  for (let at = 0; at < names.length; at += ALARMS_A_CALL) {
    const AlarmNames = names.slice(at, at + ALARMS_A_CALL);
    for await (const page of paginateDescribeAlarms({ client }, { AlarmNames })) {
      for (const { AlarmName = '', AlarmActions = [] } of page.MetricAlarms ?? []) {
        found.push({ name: AlarmName, actions: AlarmActions.length });
      }
    }
  }
  return found;
}

async function hasDashboard(DashboardName: string): Promise<boolean> {
  try {
    await createAwsClient('command', 'CloudWatchClient', CloudWatchClient).send(
      new GetDashboardCommand({ DashboardName }),
    );
    return true;
  } catch (error) {
    const { name } = error as Error;
    if (/ResourceNotFound|DashboardNotFound/.test(name)) return false;
    throw error;
  }
}

const measureEdgeFunction: MeasureEdgeFunction = async (Name, event) => {
  const client = createAwsClient('command', 'CloudFrontClient', CloudFrontClient);
  const { ETag } = await client.send(new DescribeFunctionCommand({ Name, Stage: 'LIVE' }));
  const { TestResult } = await client.send(
    new TestFunctionCommand({
      Name,
      IfMatch: ETag,
      Stage: 'LIVE',
      EventObject: Buffer.from(JSON.stringify(event)),
    }),
  );
  if (TestResult?.FunctionErrorMessage) throw new Error(TestResult.FunctionErrorMessage);
  return Number(TestResult?.ComputeUtilization);
};

/**
 * The stack as the checks see it, over a project of the checks' own; `close` deletes their images
 * and revokes their keys.
 */
export async function openSubject(
  options: VerifyOptions,
): Promise<{ subject: VerifySubject; close(): Promise<void> }> {
  const { baseUrl, cdnUrl, connectTo } = options;
  const stack = await readStack(options.stack);
  const { find, output } = stack;
  const resources = await listResources(stack.name);
  const project = await openVerifyProject(openAdminStack(stack, console.error));
  const subject: VerifySubject = {
    baseUrl: (baseUrl ?? output('BaseUrl')).replace(/\/$/, ''),
    cdnUrl: (cdnUrl ?? output('CdnUrl')).replace(/\/$/, ''),
    renderUrl: output('RenderUrl'),
    signInUrl: find('SignInUrl'),
    tokenIssuer: find('TokenIssuer'),
    apiKey: project.apiKey,
    uploadKey: project.uploadKey,
    requireSignatures: project.requireSignatures,
    sign: project.sign,
    resources,
    http: createHttpProbe(connectTo),
    images: {},
    listAlarms,
    hasDashboard,
    measureEdgeFunction,
    now: () => performance.now(),
    clock: Date.now,
    pause: async (ms) => void (await delay(ms)),
  };
  return {
    subject,
    async close() {
      try {
        for (const image of Object.values(subject.images)) {
          await deleteImage(subject, image.imageId);
        }
      } finally {
        await project.close();
      }
    },
  };
}
