import { Duration } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { FunctionName } from '../functions.ts';
import { REQUEUE_EVERY } from './purge.ts';
import type { ServiceFunction } from './service-function.ts';
import { urlMetric, type Watched } from './watched.ts';

export interface AlarmRule {
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

/** Strangers may be refused a sign-up as often as they try, and an error is how that is said. */
const ERRORS_OF_REFUSALS = { period: HOUR, threshold: 1_000 };
const ERRORS = { period: FIVE_MINUTES, threshold: 5 };
/** A run of the schedule is one call and Lambda's two more tries: it never comes to the errors of a function that is always asked. */
const ERRORS_OF_SCHEDULED = { period: REQUEUE_EVERY, threshold: 3 };

const ERRORS_OF: Partial<Record<FunctionName, typeof ERRORS>> = {
  'requeue-purges': ERRORS_OF_SCHEDULED,
  'check-sign-up': ERRORS_OF_REFUSALS,
};

function functionRules(functions: readonly ServiceFunction[]): [string, AlarmRule][] {
  const period = { period: FIVE_MINUTES };
  return functions.flatMap((fn): [string, AlarmRule][] => {
    const errors = ERRORS_OF[fn.serviceName] ?? ERRORS;
    return [
      [
        `${fn.serviceName}-errors`,
        {
          metric: fn.metricErrors({ period: errors.period }),
          description: `${fn.serviceName} crashed or ran out of time: see its log.`,
          threshold: errors.threshold,
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
    ];
  });
}

function requestRules({ api, renderer }: Watched): Record<string, AlarmRule> {
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

function purgeRules({ purge }: Watched): Record<string, AlarmRule> {
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

function queuedRenderRules({ queuedRenders }: Watched): Record<string, AlarmRule> {
  const visible = { period: FIVE_MINUTES, statistic: 'Maximum' };
  return {
    'renders-given-up': {
      metric: queuedRenders.deadRenders.metricApproximateNumberOfMessagesVisible(visible),
      description:
        'Renditions could not be made in the background: see the log of render-queued; WebP goes on in their place.',
      threshold: 1,
    },
    'renders-late': {
      metric: queuedRenders.queue.metricApproximateAgeOfOldestMessage(visible),
      description:
        'A rendition waits for more than a quarter of an hour: more is asked for than two workers make.',
      threshold: Duration.minutes(15).toSeconds(),
    },
  };
}

function directUploadRules({ directUploads }: Watched): Record<string, AlarmRule> {
  const visible = { period: FIVE_MINUTES, statistic: 'Maximum' };
  return {
    'direct-uploads-given-up': {
      metric: directUploads.deadArrivals.metricApproximateNumberOfMessagesVisible(visible),
      description:
        'Pictures came in and were not judged: see the log of accept-direct-upload, and send the messages back to their queue within a day.',
      threshold: 1,
    },
    'direct-uploads-late': {
      metric: directUploads.queue.metricApproximateAgeOfOldestMessage(visible),
      description: 'A picture waits for more than five minutes to be judged.',
      threshold: Duration.minutes(5).toSeconds(),
    },
  };
}

function eventRules({ events }: Watched): Record<string, AlarmRule> {
  if (!events) return {};
  const visible = { period: FIVE_MINUTES, statistic: 'Maximum' };
  return {
    'events-given-up': {
      metric: events.deadChanges.metricApproximateNumberOfMessagesVisible(visible),
      description:
        'Changes were not told of for twelve hours: see the log of publish-events; their stream holds them for twelve more.',
      threshold: 1,
    },
    'deliveries-given-up': {
      metric: events.deadDeliveries.metricApproximateNumberOfMessagesVisible(visible),
      description:
        'Deliveries to webhooks could not be recorded: see the log of deliver-webhooks, and send the messages back to their queue.',
      threshold: 1,
    },
    'events-late': {
      metric: events.publisher.metric('IteratorAge', visible),
      description: 'A change waits for more than a quarter of an hour to be told of.',
      threshold: Duration.minutes(15).toMilliseconds(),
    },
  };
}

function meteringRules({ metering }: Watched): Record<string, AlarmRule> {
  const visible = { period: FIVE_MINUTES, statistic: 'Maximum' };
  return {
    'access-logs-given-up': {
      metric: metering.deadLogs.metricApproximateNumberOfMessagesVisible(visible),
      description:
        'Access logs were not counted: see the log of meter-access-logs, and send the messages back to their queue within a week.',
      threshold: 1,
    },
    'bandwidth-over-plan': {
      metric: metering.overPlan,
      description:
        'An account was sent more this month than its plan holds, and goes on: its name is in the log of meter-access-logs.',
      threshold: 1,
    },
  };
}

/** THE alarms, by name. */
export function alarmRules(props: Watched): Record<string, AlarmRule> {
  const ofFunctions = Object.fromEntries(functionRules(props.functions));
  const ofQueues = {
    ...purgeRules(props),
    ...queuedRenderRules(props),
    ...directUploadRules(props),
    ...eventRules(props),
    ...meteringRules(props),
  };
  return { ...requestRules(props), ...ofQueues, ...ofFunctions };
}
