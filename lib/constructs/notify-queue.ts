import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';

/**
 * Has a bucket notify a queue of each object. On the resource itself: the bucket's own method would
 * make a function that calls the API. The queue's policy names the account and not the bucket,
 * which would close a cycle. S3 tests the queue when the notification is configured, so the policy
 * comes first.
 */
export function notifyQueue(bucket: Bucket, queue: Queue): void {
  queue.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('s3.amazonaws.com')],
      actions: ['sqs:SendMessage'],
      resources: [queue.queueArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(queue).account } },
    }),
  );
  const resource = bucket.node.defaultChild as CfnBucket;
  resource.notificationConfiguration = {
    queueConfigurations: [{ event: 's3:ObjectCreated:*', queue: queue.queueArn }],
  };
  resource.node.addDependency(queue.node.findChild('Policy'));
}
