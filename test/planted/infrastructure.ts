import type { PlantedBug } from './planted-bug.ts';

const KIND = 'values of CDK that are no rights';
const VALUES = 'test/infrastructure/synth/literal-values.test.ts';

/** In the stack: lifetimes, retentions, timeouts, sizes, thresholds and switches. */
export const INFRASTRUCTURE_BUGS: readonly PlantedBug[] = [
  {
    kind: KIND,
    file: 'lib/constructs/delivery-policies.ts',
    old: 'maxTtl: Duration.seconds(LIMITS.edgeMaxAgeSeconds)',
    new: 'maxTtl: Duration.seconds(LIMITS.errorMaxAgeSeconds)',
    test: VALUES,
  },
  {
    kind: KIND,
    file: 'lib/constructs/purge.ts',
    old: 'maxBatchingWindow: Duration.seconds(1)',
    new: 'maxBatchingWindow: Duration.seconds(10)',
    test: VALUES,
  },
  {
    kind: KIND,
    file: 'lib/constructs/purge.ts',
    old: 'retryAttempts: 10',
    new: 'retryAttempts: 1',
    test: VALUES,
  },
  {
    kind: KIND,
    file: 'lib/constructs/image-storage.ts',
    old: "{ id: 'end-incoming', expiration: Duration.days(1) }",
    new: "{ id: 'end-incoming', expiration: Duration.days(10) }",
    test: VALUES,
  },
  {
    kind: KIND,
    file: 'lib/constructs/user-pool.ts',
    old: 'accessTokenValidity: Duration.hours(1)',
    new: 'accessTokenValidity: Duration.hours(24)',
    test: VALUES,
  },
  {
    kind: KIND,
    file: 'lib/constructs/monitoring/alarm-rules.ts',
    old: 'threshold: 20',
    new: 'threshold: 200',
    test: VALUES,
  },
  {
    kind: KIND,
    file: 'lib/constructs/bandwidth-metering.ts',
    old: 'LIMITS.meteringTimeoutMs + 30_000',
    new: 'LIMITS.meteringTimeoutMs + 90_000',
    test: VALUES,
  },
  {
    kind: KIND,
    file: 'lib/constructs/image-delivery.ts',
    old: 'READ_TIMEOUT = Duration.seconds(30)',
    new: 'READ_TIMEOUT = Duration.seconds(60)',
    test: VALUES,
  },
  {
    kind: KIND,
    file: 'lib/constructs/queued-renders.ts',
    old: 'KEPT = Duration.hours(1)',
    new: 'KEPT = Duration.hours(12)',
    test: VALUES,
  },
];
