import { Duration } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import {
  GraphWidget,
  type IMetric,
  type IWidget,
  LogQueryVisualizationType,
  LogQueryWidget,
  Metric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { ServiceFunction } from './service-function.ts';
import { urlMetric, type Watched } from './watched.ts';

const FIVE_MINUTES = Duration.minutes(5);

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
function cdnWidgets(distribution: Distribution): IWidget[] {
  const metric = (metricName: string, statistic: string) =>
    new Metric({
      namespace: 'AWS/CloudFront',
      metricName,
      statistic,
      region: 'us-east-1',
      dimensionsMap: { DistributionId: distribution.distributionId, Region: 'Global' },
    });
  return [
    graph('CDN: requests, bytes', [metric('Requests', 'Sum')], [metric('BytesDownloaded', 'Sum')]),
    graph('CDN: errors (%)', [
      metric('4xxErrorRate', 'Average'),
      metric('5xxErrorRate', 'Average'),
    ]),
  ];
}

/** The dashboard, row by row. */
export function widgets(props: Watched): IWidget[][] {
  const { api, distribution, functions, renderer, purge, queuedRenders, tables } = props;
  const sum = { statistic: 'Sum' };
  return [
    [
      graph('API: requests, faults', [api.metricCount(sum)], [api.metricServerError(sum)]),
      graph('API: latency', [
        api.metricLatency({ statistic: 'p50' }),
        api.metricLatency({ statistic: 'p99' }),
      ]),
    ],
    distribution ? cdnWidgets(distribution) : [],
    [
      graph('Origin: requests, the misses of the CDN', [
        urlMetric(renderer, 'UrlRequestCount', FIVE_MINUTES),
      ]),
      graph('Origin: time', [
        renderer.metricDuration({ statistic: 'p50' }),
        renderer.metricDuration({ statistic: 'p99' }),
      ]),
    ],
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
    [
      graph(
        'Functions: errors',
        functions.map((fn) => fn.metricErrors()),
      ),
      graph(
        'Functions: executions at once',
        functions.map((fn) => fn.metric('ConcurrentExecutions', { statistic: 'Maximum' })),
      ),
    ],
    [
      graph(
        'Cost: time of functions',
        functions.map((fn) => fn.metricDuration(sum)),
      ),
      graph(
        'Cost: writes to tables',
        Object.values(tables.tables).map((table) => table.metricConsumedWriteCapacityUnits(sum)),
      ),
    ],
    [
      graph(
        'Deletions waiting',
        [purge.queue.metricApproximateNumberOfMessagesVisible()],
        [purge.queue.metricApproximateAgeOfOldestMessage()],
      ),
      graph(
        'Renditions waiting for the background',
        [queuedRenders.queue.metricApproximateNumberOfMessagesVisible()],
        [queuedRenders.queue.metricApproximateAgeOfOldestMessage()],
      ),
    ],
  ];
}
