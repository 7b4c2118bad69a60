import { Duration } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import {
  GraphWidget,
  type IMetric,
  type IWidget,
  LogQueryVisualizationType,
  LogQueryWidget,
  MathExpression,
  Metric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { ServiceFunction } from '../service-function.ts';
import { urlMetric, type Watched } from './watched.ts';

const FIVE_MINUTES = Duration.minutes(5);
const SUM = { statistic: 'Sum' };

function graph(title: string, left: IMetric[], right: IMetric[] = []): GraphWidget {
  return new GraphWidget({ title, left, right, width: 12, height: 6 });
}

function logTable(title: string, functions: readonly ServiceFunction[], lines: string[]) {
  return new LogQueryWidget({
    title,
    logGroupNames: functions.map((fn) => fn.logs.logGroupName),
    view: LogQueryVisualizationType.TABLE,
    queryLines: lines,
    width: 12,
    height: 6,
  });
}

/** CloudFront's metrics are in us-east-1 wherever the stack is. */
function cdnMetric(distribution: Distribution, metricName: string, statistic: string): Metric {
  return new Metric({
    namespace: 'AWS/CloudFront',
    metricName,
    statistic,
    period: FIVE_MINUTES,
    region: 'us-east-1',
    dimensionsMap: { DistributionId: distribution.distributionId, Region: 'Global' },
  });
}

/**
 * The share of requests that the CDN answers without its origin, the edge function's own responses
 * included. It uses free metrics; CloudFront's own hit rate is a paid one.
 */
function hitRatio(distribution: Distribution, renderer: ServiceFunction): MathExpression {
  return new MathExpression({
    // the two are counted separately: in a quiet period the origin's may be greater
    expression: 'IF(requests > misses, 100 * (1 - misses / requests), 0)',
    usingMetrics: {
      requests: cdnMetric(distribution, 'Requests', 'Sum'),
      misses: new MathExpression({
        expression: 'FILL(invocations, 0)',
        usingMetrics: { invocations: urlMetric(renderer, 'UrlRequestCount', FIVE_MINUTES) },
      }),
    },
    label: 'served without the origin',
    period: FIVE_MINUTES,
  });
}

function cdnWidgets(distribution: Distribution, renderer: ServiceFunction): IWidget[][] {
  const metric = (name: string, statistic: string) => cdnMetric(distribution, name, statistic);
  const ratio = { title: 'CDN: hit ratio (%)', left: [hitRatio(distribution, renderer)] };
  return [
    [
      graph(
        'CDN: requests, bytes',
        [metric('Requests', 'Sum')],
        [metric('BytesDownloaded', 'Sum')],
      ),
      graph('CDN: errors (%)', [
        metric('4xxErrorRate', 'Average'),
        metric('5xxErrorRate', 'Average'),
      ]),
    ],
    [new GraphWidget({ ...ratio, leftYAxis: { min: 0, max: 100 }, width: 12, height: 6 })],
  ];
}

function originWidgets({ renderer }: Watched): IWidget[] {
  return [
    graph('Origin: requests (misses of the CDN)', [
      urlMetric(renderer, 'UrlRequestCount', FIVE_MINUTES),
    ]),
    graph('Origin: latency', [
      renderer.metricDuration({ statistic: 'p50' }),
      renderer.metricDuration({ statistic: 'p99' }),
    ]),
  ];
}

function logWidgets({ functions }: Watched): IWidget[][] {
  return [
    [
      logTable('Errors by code', functions, [
        'filter ispresent(code)',
        'stats count() as times by code, status',
        'sort times desc',
      ]),
      logTable('Quota refusals', functions, [
        'filter code like /quota_exceeded|limit_exceeded|rate_limited/',
        'stats count() as times by code, bin(1h)',
      ]),
    ],
    [
      logTable(
        'Renditions made',
        functions.filter(({ facts }) => facts.hasSharp),
        [
          "filter message = 'rendition made'",
          'stats count() as made, sum(bytes) as stored by format, bin(1h)',
        ],
      ),
    ],
  ];
}

function functionWidgets({ functions, tables }: Watched): IWidget[][] {
  return [
    [
      graph(
        'Functions: errors',
        functions.map((fn) => fn.metricErrors()),
      ),
      graph(
        'Functions: concurrent executions',
        functions.map((fn) => fn.metric('ConcurrentExecutions', { statistic: 'Maximum' })),
      ),
    ],
    [
      graph(
        'Cost: duration of functions',
        functions.map((fn) => fn.metricDuration(SUM)),
      ),
      graph(
        'Cost: writes to DynamoDB',
        Object.values(tables.tables).map((table) => table.metricConsumedWriteCapacityUnits(SUM)),
      ),
    ],
  ];
}

function waiting(title: string, { queue }: Pick<Watched['purge'], 'queue'>): GraphWidget {
  return graph(
    title,
    [queue.metricApproximateNumberOfMessagesVisible()],
    [queue.metricApproximateAgeOfOldestMessage()],
  );
}

/** The dashboard, row by row. */
export function widgets(props: Watched): IWidget[][] {
  const { api, distribution, renderer, purge, queuedRenders } = props;
  return [
    [
      graph('API: requests, faults', [api.metricCount()], [api.metricServerError(SUM)]),
      graph('API: latency', [
        api.metricLatency({ statistic: 'p50' }),
        api.metricLatency({ statistic: 'p99' }),
      ]),
    ],
    ...(distribution ? cdnWidgets(distribution, renderer) : []),
    originWidgets(props),
    ...logWidgets(props),
    ...functionWidgets(props),
    [
      waiting('Deletions waiting', purge),
      waiting('Renditions waiting for a worker', queuedRenders),
    ],
  ];
}
