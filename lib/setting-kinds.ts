import * as z from 'zod/mini';
import type { ConfiguredPlans } from '../core/projects/plans.ts';
import { findPlansFaults } from '../core/projects/read-plans.ts';

/**
 * AWS Lambda Developer Guide, "Configuring scaling behavior for SQS event source mappings": the
 * bounds of a mapping's maximum concurrency.
 */
export const [MIN_QUEUE_CONCURRENCY, MAX_QUEUE_CONCURRENCY] = [2, 1_000];

/** A text of this form. */
export function like(pattern: RegExp, wanted: string) {
  return z.string(wanted).check(z.regex(pattern, wanted));
}

/** `-c name=value` gives text, cdk.json a list or a number: both are accepted. */
export function listOf<T extends z.ZodMiniType>(item: T) {
  return z.pipe(
    z.transform((value) => (typeof value === 'string' ? value.split(',') : value)),
    z.array(item, 'must be a list, or values separated by commas'),
  );
}

/** A whole number, as a number or as text. */
export function integer(min: number, max: number) {
  const wanted = `must be an integer from ${min} to ${max}`;
  return z.pipe(
    z.transform((value) =>
      typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
    ),
    z.int(wanted).check(z.gte(min, wanted), z.lte(max, wanted)),
  );
}

/** One of a few words. */
export function oneOf<const T extends string>(names: readonly T[]) {
  return z.enum(names as readonly [T, ...T[]], `must be one of ${names.join(', ')}`);
}

/** Plans beside free and unlimited, as an object or as its JSON. */
export function plansByName() {
  const schema = z.custom<ConfiguredPlans>().check(({ value, issues }) => {
    for (const message of findPlansFaults(value)) {
      issues.push({ code: 'custom', input: value, message });
    }
  });
  return z.pipe(z.transform(jsonOrAsItIs), schema);
}

function jsonOrAsItIs(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    return value;
  }
}

/** One setting: its possible values, and its effect, for the docs. */
export function setting<Schema extends z.ZodMiniType>(summary: string, schema: Schema) {
  return { summary, schema };
}
