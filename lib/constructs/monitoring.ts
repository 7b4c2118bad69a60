import { Duration, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import {
  Alarm,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  LogQueryVisualizationType,
  LogQueryWidget,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import type { Purge } from './purge.ts';
import type { ServiceFunction } from './service-function.ts';
import type { ServiceTables } from './service-tables.ts';

export interface MonitoringProps {
  readonly api: RestApi;
  readonly distribution: Distribution | undefined;
  readonly functions: readonly ServiceFunction[];
  readonly renderer: ServiceFunction;
  readonly purge: Purge;
  readonly tables: ServiceTables;
  readonly settings: Settings;
}

interface AlarmRule {
  readonly metric: Metric;
  /** What is wrong, and what to look at. */
  readonly description: string;
  readonly threshold: number;
  readonly periods?: number;
}

const FIVE_MINUTES = Duration.minutes(5);
const HOUR = Duration.hours(1);
/** Far above what the plans of a few hundred projects come to, and about 4 USD an hour of the renderer's memory. */
const MAX_RENDER_HOURS = 25;
const MAX_ORIGIN_REQUESTS = 200_000;

/** The dashboard, and alarms on what a person must act on. */
export class Monitoring extends Construct {
  constructor(scope: Construct, id: string, props: MonitoringProps) {
    super(scope, id);
    const topic = this.findTopic(props.settings);
    for (const [name, rule] of Object.entries(alarmRules(props))) this.addAlarm(name, rule, topic);
    new Dashboard(this, 'Dashboard', { widgets: widgets(props) });
  }

  private findTopic({ alarmEmail, alarmTopicArn }: Settings): ITopic | undefined {
    if (alarmTopicArn) return Topic.fromTopicArn(this, 'Topic', alarmTopicArn);
    if (!alarmEmail) return undefined;
    const topic = new Topic(this, 'Topic', { enforceSSL: true });
    // the topic's own policy takes the place of the one that lets in the whole account
    topic.grantPublish(
      new ServicePrincipal('cloudwatch.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    topic.addSubscription(new EmailSubscription(alarmEmail));
    return topic;
  }

  private addAlarm(name: string, rule: AlarmRule, topic: ITopic | undefined): void {
    const { metric, threshold, periods = 1 } = rule;
    const alarm = new Alarm(this, name, {
      metric,
      threshold,
      evaluationPeriods: periods,
      alarmDescription: rule.description,
      treatMissingData: TreatMissingData.NOT_BREACHING, // no request, no fault
    });
    if (topic) alarm.addAlarmAction(new SnsAction(topic));
  }
}

/** A metric of a Function URL: CDK has no method for them. */
function urlMetric(renderer: ServiceFunction, metricName: string, period: Duration): Metric {
  return new Metric({
    namespace: 'AWS/Lambda',
    metricName,
    dimensionsMap: { FunctionName: renderer.functionName },
    statistic: 'Sum',
    period,
  });
}

function functionRules(functions: readonly ServiceFunction[]): [string, AlarmRule][] {
  const period = { period: FIVE_MINUTES };
  return functions.flatMap((fn): [string, AlarmRule][] => [
    [
      `${fn.serviceName}-errors`,
      {
        metric: fn.metricErrors(period),
        description: `${fn.serviceName} crashed or ran out of time: see its log.`,
        threshold: 5,
      },
    ],
    [
      `${fn.serviceName}-throttles`,
      {
        metric: fn.metricThrottles(period),
        description: `${fn.serviceName} was refused executions: raise the account's concurrency.`,
        threshold: 5,
        periods: 3,
      },
    ],
  ]);
}

function requestRules({ api, renderer }: MonitoringProps): Record<string, AlarmRule> {
  return {
    'api-faults': {
      metric: api.metricServerError({ period: FIVE_MINUTES, statistic: 'Sum' }),
      description: 'The API answered 5xx: see the logs of its functions for internal_error.',
      threshold: 5,
    },
    'delivery-faults': {
      metric: urlMetric(renderer, 'Url5xxCount', FIVE_MINUTES),
      description:
        'Images were answered with 5xx: busy or internal_error in the log of render-image.',
      threshold: 20,
      periods: 2,
    },
    'cost-of-rendering': {
      metric: renderer.metricDuration({ period: HOUR, statistic: 'Sum' }),
      description: `More than ${MAX_RENDER_HOURS} hours of rendering in an hour: is it a flood of sizes?`,
      threshold: MAX_RENDER_HOURS * HOUR.toMilliseconds(),
    },
    'cost-of-requests': {
      metric: urlMetric(renderer, 'UrlRequestCount', HOUR),
      description:
        'The CDN asks the origin unusually often: look at its hit ratio and the referrers.',
      threshold: MAX_ORIGIN_REQUESTS,
    },
  };
}

function purgeRules({ purge }: MonitoringProps): Record<string, AlarmRule> {
  const visible = { period: FIVE_MINUTES, statistic: 'Maximum' };
  return {
    'purges-given-up': {
      metric: purge.deadPurges.metricApproximateNumberOfMessagesVisible(visible),
      description:
        'Deletions were given up for now: see the log of purge-image; they are queued again every 15 minutes.',
      threshold: 1,
    },
    'changes-given-up': {
      metric: purge.deadChanges.metricApproximateNumberOfMessagesVisible(visible),
      description:
        'Changes were not queued: see the logs of queue-purges and requeue-purges; the schedule makes up for the first.',
      threshold: 1,
    },
    'purges-late': {
      metric: purge.queue.metricApproximateAgeOfOldestMessage(visible),
      description: 'A deletion waits for more than half an hour: see the log of purge-image.',
      threshold: Duration.minutes(30).toSeconds(),
    },
  };
}

function alarmRules(props: MonitoringProps): Record<string, AlarmRule> {
  const ofFunctions = Object.fromEntries(functionRules(props.functions));
  return { ...requestRules(props), ...purgeRules(props), ...ofFunctions };
}

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

function widgets(props: MonitoringProps): IWidget[][] {
  const { api, distribution, functions, renderer, purge, tables } = props;
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
    ],
  ];
}
