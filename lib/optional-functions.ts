import type { FunctionName } from './functions.ts';
import { hasUserPool } from './has-user-pool.ts';
import type { Settings } from './settings.ts';

/** Only with events. */
export const EVENT_FUNCTIONS = [
  'publish-events',
  'deliver-webhooks',
] as const satisfies FunctionName[];
/** Only with a user pool. */
const POOL_FUNCTIONS = ['check-sign-up'] as const satisfies FunctionName[];

export type OptionalFunctionName =
  | (typeof EVENT_FUNCTIONS)[number]
  | (typeof POOL_FUNCTIONS)[number];

/** The functions that a stack with these settings doesn't have. */
export function functionsLeftOut(settings: Settings): readonly FunctionName[] {
  return [
    ...(settings.events === 'on' ? [] : EVENT_FUNCTIONS),
    ...(hasUserPool(settings) ? [] : POOL_FUNCTIONS),
  ];
}
