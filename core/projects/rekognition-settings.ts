import { ServiceError } from '../foundation/service-error.ts';
import type { ProjectSettings } from './project-settings.ts';

/** The settings that can be `rekognition`, each with the value that any service takes instead. */
const REPLACED_BY = { moderation: 'webhook', focalPoints: 'none' } as const satisfies Partial<{
  readonly [Name in keyof ProjectSettings]: ProjectSettings[Name];
}>;

const findFault = ([name, instead]: [string, string]) => ({
  pointer: `/${name}`,
  code: 'unavailable',
  detail: `This service has no Amazon Rekognition. Use ${instead}, or ask the operator for the setting rekognition of a stack in AWS.`,
});

/**
 * Throws validation_failed if a setting `rekognition` was sent to a service without Rekognition
 * (moderation.rekognition, metadata.found-points).
 */
export function requireRekognition(
  sent: Readonly<Record<string, unknown>>,
  hasRekognition: boolean,
): void {
  if (hasRekognition) return;
  const asking = Object.entries(REPLACED_BY).filter(([name]) => sent[name] === 'rekognition');
  const errors = asking.map(findFault);
  if (errors[0]) throw new ServiceError('validation_failed', { detail: errors[0].detail, errors });
}
