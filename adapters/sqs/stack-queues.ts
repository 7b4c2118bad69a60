import {
  type CloudFormationClient,
  paginateListStackResources,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { textOr, valueAt } from '../../core/foundation/json/json-value.ts';
import type { SqsDeadLetterQueue } from './dead-letters.ts';

/** A queue's name for operators: its construct's, without CloudFormation's hash. */
function nameOf({ LogicalResourceId = '' }: StackResourceSummary): string {
  const words = LogicalResourceId.replace(/[0-9A-F]{8}$/, '');
  return words.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
}

function readDeadArn(redrivePolicy: string): string | undefined {
  const policy: unknown = JSON.parse(redrivePolicy || '{}');
  return textOr(valueAt(policy, 'deadLetterTargetArn')) || undefined;
}

async function readQueue(client: SQSClient, resource: StackResourceSummary) {
  const url = resource.PhysicalResourceId ?? '';
  const command = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] });
  const { Attributes = {} } = await client.send(command);
  const { QueueArn = '', RedrivePolicy, ApproximateNumberOfMessages = '0' } = Attributes;
  return {
    name: nameOf(resource),
    url,
    arn: QueueArn,
    count: Number(ApproximateNumberOfMessages),
    deadArn: RedrivePolicy === undefined ? undefined : readDeadArn(RedrivePolicy),
  };
}

/**
 * A stack's dead-letter queues: those of its other queues, and those of streams and rules, which
 * have no source queue. So a queue that is added to the stack is found without a change here.
 */
export async function findStackDeadLetters(
  cloudFormation: CloudFormationClient,
  sqs: SQSClient,
  stack: string,
): Promise<SqsDeadLetterQueue[]> {
  const resources: StackResourceSummary[] = [];
  const pages = paginateListStackResources({ client: cloudFormation }, { StackName: stack });
  for await (const { StackResourceSummaries = [] } of pages) {
    for (const one of StackResourceSummaries) resources.push(one);
  }
  const ours = resources.filter(({ ResourceType }) => ResourceType === 'AWS::SQS::Queue');
  const queues = await Promise.all(ours.map((queue) => readQueue(sqs, queue)));
  return queues
    .filter(({ deadArn }) => deadArn === undefined)
    .map(({ name, url, arn, count }) => {
      const source = queues.find(({ deadArn }) => deadArn === arn);
      return { name, url, count, sourceUrl: source?.url };
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}
