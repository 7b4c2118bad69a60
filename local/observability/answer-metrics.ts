import type { IncomingMessage } from 'node:http';
import { isOfThisMachine } from '../http/of-this-machine.ts';
import type { RoutedAnswer } from '../http/routed-answer.ts';
import type { Metrics } from './metrics.ts';

/** Where the metrics are. */
export const METRICS_PATH = '/metrics';

/** Readers of the metrics: this machine, everybody who reaches the service, or none. */
export const METRICS_READERS = ['loopback', 'any', 'off'] as const;
export type MetricsReaders = (typeof METRICS_READERS)[number];

/**
 * The metrics, for a permitted reader; undefined for all others, for which the path doesn't exist
 * (local.metrics).
 */
export function answerMetrics(
  metrics: Pick<Metrics, 'describe'>,
  readers: MetricsReaders,
  request: IncomingMessage,
): Promise<RoutedAnswer> | undefined {
  const { url = '', method = '' } = request;
  const [path] = url.split('?', 1);
  if (path !== METRICS_PATH || (method !== 'GET' && method !== 'HEAD')) return undefined;
  const mayRead = readers === 'any' || (readers === 'loopback' && isOfThisMachine(request));
  if (!mayRead) return undefined;
  request.resume();
  return metrics.describe().then(({ contentType, text }) => ({
    statusCode: 200,
    headers: {
      'Content-Type': contentType,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
    body: Buffer.from(text),
    route: METRICS_PATH,
  }));
}
