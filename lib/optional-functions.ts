import type { FunctionName } from './functions.ts';

/** Only with events. */
export const EVENT_FUNCTIONS = [
  'publish-events',
  'deliver-webhooks',
] as const satisfies FunctionName[];
/** Only with Amazon Rekognition. */
export const CLASSIFYING_FUNCTIONS = ['classify-images'] as const satisfies FunctionName[];
/** Only with a user pool. */
const POOL_FUNCTIONS = ['check-sign-up'] as const satisfies FunctionName[];

export type OptionalFunctionName =
  | (typeof EVENT_FUNCTIONS)[number]
  | (typeof CLASSIFYING_FUNCTIONS)[number]
  | (typeof POOL_FUNCTIONS)[number];

/** The parts of a service that have functions of their own. */
export interface OptionalParts {
  readonly hasEvents: boolean;
  readonly hasRekognition: boolean;
  readonly hasUserPool: boolean;
}

/** The functions that a service with these parts doesn't have. */
export function functionsLeftOut(parts: OptionalParts): readonly FunctionName[] {
  return [
    ...(parts.hasEvents ? [] : EVENT_FUNCTIONS),
    ...(parts.hasRekognition ? [] : CLASSIFYING_FUNCTIONS),
    ...(parts.hasUserPool ? [] : POOL_FUNCTIONS),
  ];
}
