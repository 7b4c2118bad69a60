import type { Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { BandwidthMetering } from '../bandwidth-metering.ts';
import type { DirectUploads } from '../direct-uploads.ts';
import type { Events } from '../events.ts';
import type { ImageClassification } from '../moderation/image-classification.ts';
import type { Purge } from '../purge.ts';
import type { QueuedRenders } from '../queued-renders.ts';
import type { ServiceFunction } from '../service-function.ts';
import type { ServiceTables } from '../service-tables.ts';

/** The resources that are monitored. */
export interface Watched {
  readonly api: RestApi;
  readonly distribution: Distribution | undefined;
  readonly functions: readonly ServiceFunction[];
  readonly renderer: ServiceFunction;
  readonly purge: Purge;
  readonly queuedRenders: QueuedRenders;
  readonly directUploads: DirectUploads;
  /** Undefined if they are off. */
  readonly events: Events | undefined;
  /** Undefined without Amazon Rekognition. */
  readonly classification: ImageClassification | undefined;
  readonly metering: BandwidthMetering;
  readonly tables: ServiceTables;
}

/** A metric of a Function URL: CDK has no method for them. */
export function urlMetric(renderer: ServiceFunction, metricName: string, period: Duration): Metric {
  return new Metric({
    namespace: 'AWS/Lambda',
    metricName,
    dimensionsMap: { FunctionName: renderer.functionName },
    statistic: 'Sum',
    period,
  });
}
