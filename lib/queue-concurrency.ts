/**
 * AWS Lambda Developer Guide, "Configuring scaling behavior for SQS event source mappings": the
 * bounds of a mapping's maximum concurrency.
 */
export const [MIN_QUEUE_CONCURRENCY, MAX_QUEUE_CONCURRENCY] = [2, 1_000];
