import type { Context, LambdaFunctionURLEvent } from 'aws-lambda';
import { LIMITS } from '../../core/foundation/limits.ts';
import { TIMED_OUT, withinDeadline } from '../../core/foundation/within-deadline.ts';
import { busyError } from '../../core/use-cases/delivery/make-rendition.ts';
import {
  type DeliveryResponse,
  type DeliveryServices,
  refuse,
  requestOf,
  respond,
} from './respond.ts';

/**
 * The response, or `busy` at the deadline of work, after which this process is abandoned. The
 * function's timeout includes the time for sending, and unfinished work may never be stored
 * (security.deletion-final).
 */
export async function respondInTime(
  services: DeliveryServices,
  event: LambdaFunctionURLEvent,
  context: Context,
): Promise<DeliveryResponse> {
  const answer = await withinDeadline(respond(services, event, context), LIMITS.deliveryWorkMs);
  if (answer !== TIMED_OUT) return answer;
  services.log.warn('delivery timed out', { requestId: context.awsRequestId });
  services.abandonProcess();
  return refuse(services, requestOf(event, context), busyError(TIMED_OUT));
}
