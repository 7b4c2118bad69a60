import { ServiceError } from '../foundation/service-error.ts';

const DETAIL =
  'This service has no Amazon Rekognition. Use webhook, or ask the operator for the setting rekognition of a stack in AWS.';

/**
 * Throws validation_failed if `moderation: rekognition` was sent to a service without Rekognition
 * (moderation.rekognition).
 */
export function requireModeration(moderation: unknown, hasRekognition: boolean): void {
  if (moderation !== 'rekognition' || hasRekognition) return;
  const errors = [{ pointer: '/moderation', code: 'unavailable', detail: DETAIL }];
  throw new ServiceError('validation_failed', { detail: DETAIL, errors });
}
