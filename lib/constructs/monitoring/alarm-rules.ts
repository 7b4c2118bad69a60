import { Duration } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { FunctionName } from '../../functions.ts';
import { REQUEUE_EVERY } from '../purge.ts';
import type { ServiceFunction } from '../service-function.ts';
import { urlMetric, type Watched } from './watched.ts';

export interface AlarmRule {
  readonly metric: Metric;
  /** The problem, and the place to look. */
  readonly description: string;
  readonly threshold: number;
  readonly periods?: number;
}

const FIVE_MINUTES = Duration.minutes(5);
const HOUR = Duration.hours(1);
/**
 * Far above the transformations of a few hundred projects, and about 4 USD an hour of the
 * renderer's memory.
 */
const MAX_RENDER_HOURS = 25;
const MAX_ORIGIN_REQUESTS = 200_000;

/** Strangers may be refused a sign-up any number of times, and a refusal is an error. */
const ERRORS_OF_REFUSALS = { period: HOUR, threshold: 1_000 };
const ERRORS = { period: FIVE_MINUTES, threshold: 5 };
/**
 * A run of the schedule is one call and Lambda's two retries: it never reaches the error threshold
 * of a busy function.
 */
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
          description: `${fn.serviceName} crashed or timed out. Read its log.`,
          threshold: errors.threshold,
        },
      ],
      [
        `${fn.serviceName}-throttles`,
        {
          metric: fn.metricThrottles(period),
          description: `${fn.serviceName} was throttled. Raise the concurrency quota of the account.`,
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
      description:
        'The API answered with 5xx. Search the logs of its functions for internal_error.',
      threshold: 5,
    },
    'delivery-faults': {
      metric: urlMetric(renderer, 'Url5xxCount', FIVE_MINUTES),
      description:
        'Image requests were answered with 5xx. Search the log of render-image for busy or internal_error.',
      threshold: 20,
      periods: 2,
    },
    'cost-of-rendering': {
      metric: renderer.metricDuration({ period: HOUR, statistic: 'Sum' }),
      description: `Rendering took more than ${MAX_RENDER_HOURS} hours of compute within one hour. Check for a flood of new sizes.`,
      threshold: MAX_RENDER_HOURS * HOUR.toMilliseconds(),
    },
    'cost-of-requests': {
      metric: urlMetric(renderer, 'UrlRequestCount', HOUR),
      description:
        'The CDN sends unusually many requests to the origin. Check its hit ratio and the referrers.',
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
        'Deletions failed. Read the log of purge-image; they are queued again every 15 minutes.',
      threshold: 1,
    },
    'changes-given-up': {
      metric: purge.deadChanges.metricApproximateNumberOfMessagesVisible(visible),
      description:
        'Changes were not queued. Read the logs of queue-purges and requeue-purges; the schedule recovers purges.',
      threshold: 1,
    },
    'purges-late': {
      metric: purge.queue.metricApproximateAgeOfOldestMessage(visible),
      description:
        'A deletion has been waiting for more than half an hour. Read the log of purge-image.',
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
        'Renditions could not be made in the background. Read the log of render-queued; WebP is served instead.',
      threshold: 1,
    },
    'renders-late': {
      metric: queuedRenders.queue.metricApproximateAgeOfOldestMessage(visible),
      description:
        'A rendition has been waiting for more than 15 minutes: the demand exceeds the two workers.',
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
        'Uploaded images were not validated. Read the log of accept-direct-upload and redrive the dead-letter queue within a day.',
      threshold: 1,
    },
    'direct-uploads-late': {
      metric: directUploads.queue.metricApproximateAgeOfOldestMessage(visible),
      description: 'An uploaded image has been waiting for validation for more than five minutes.',
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
        'Events were not published for twelve hours. Read the log of publish-events; the stream keeps them for twelve more hours.',
      threshold: 1,
    },
    'deliveries-given-up': {
      metric: events.deadDeliveries.metricApproximateNumberOfMessagesVisible(visible),
      description:
        'Webhook deliveries could not be recorded. Read the log of deliver-webhooks and redrive the dead-letter queue.',
      threshold: 1,
    },
    'events-late': {
      metric: events.publisher.metric('IteratorAge', visible),
      description: 'An event has been waiting for more than 15 minutes to be published.',
      threshold: Duration.minutes(15).toMilliseconds(),
    },
  };
}

function classificationRules({ classification }: Watched): Record<string, AlarmRule> {
  if (!classification) return {};
  const visible = { period: FIVE_MINUTES, statistic: 'Maximum' };
  return {
    'classifications-given-up': {
      metric: classification.deadImages.metricApproximateNumberOfMessagesVisible(visible),
      description:
        'Images were not examined: those in review wait for a member, the others have no focal point. Read the log of classify-images and redrive the dead-letter queue.',
      threshold: 1,
    },
  };
}

function meteringRules({ metering }: Watched): Record<string, AlarmRule> {
  const visible = { period: FIVE_MINUTES, statistic: 'Maximum' };
  return {
    'access-logs-given-up': {
      metric: metering.deadLogs.metricApproximateNumberOfMessagesVisible(visible),
      description:
        'Access logs were not metered. Read the log of meter-access-logs and redrive the dead-letter queue within a week.',
      threshold: 1,
    },
    'access-logs-late': {
      metric: metering.queue.metricApproximateAgeOfOldestMessage(visible),
      description:
        'An access log has been waiting for more than an hour. Read the log of meter-access-logs: bandwidth is counted late.',
      threshold: Duration.hours(1).toSeconds(),
    },
    'bandwidth-over-plan': {
      metric: metering.overPlan,
      description:
        'The bandwidth of an account exceeds its plan this month. Unless its projects chose overBandwidth: refuse, it is not limited. Its ID is in the log of meter-access-logs.',
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
    ...classificationRules(props),
    ...meteringRules(props),
  };
  return { ...requestRules(props), ...ofQueues, ...ofFunctions };
}
