import middy from '@middy/core';
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse';
import type { Context, LambdaFunctionURLEvent, LambdaFunctionURLResult } from 'aws-lambda';
import { endIfAbandoned } from '../composition/abandoned-process.ts';
import { AWS_ENGINE } from '../composition/engine-services.ts';
import { AWS_OBJECTS } from '../composition/object-services.ts';
import { AWS_RENDER_QUEUE } from '../composition/render-queue-services.ts';
import { renderingServices } from '../composition/rendering-services.ts';
import { lazily } from '../lazily.ts';
import { NO_EARLY_TIMEOUT } from '../no-early-timeout.ts';
import { type DeliveryServices, respond } from './respond.ts';
import { respondInTime } from './respond-in-time.ts';

/**
 * The one origin behind the edge, a streaming function behind a Function URL
 * (delivery.stored-image).
 */
export function createHandler(services: DeliveryServices, answer = respond) {
  return middy({ executionMode: executionModeStreamifyResponse, ...NO_EARLY_TIMEOUT }).handler(
    (event: unknown, context: unknown) =>
      answer(services, event as LambdaFunctionURLEvent, context as Context),
  );
}

/** The buffered variant, with responses of at most 6 MB, for hosts that cannot stream. */
export function createBufferedHandler(services: DeliveryServices) {
  return async (
    event: LambdaFunctionURLEvent,
    context: Context,
  ): Promise<LambdaFunctionURLResult> => {
    const { body, ...head } = await respondInTime(services, event, context);
    const parts: Uint8Array[] = [];
    for await (const part of typeof body === 'string' ? [Buffer.from(body)] : (body ?? [])) {
      parts.push(part as Uint8Array);
    }
    return { ...head, isBase64Encoded: true, body: Buffer.concat(parts).toString('base64') };
  };
}

type StreamingHandler = (event: unknown, stream: unknown, context: unknown) => Promise<unknown>;
/** The global of the Lambda runtime for response streaming. */
type LambdaGlobals = { awslambda?: { streamifyResponse?<T>(handler: T): T } };

const deliveryServices = () =>
  renderingServices({ ...AWS_OBJECTS, ...AWS_ENGINE, ...AWS_RENDER_QUEUE });

function createAwsHandler() {
  // by this exact name: for a target that can't stream, the bundler removes it
  // (lib/constructs/service-function.ts)
  const awslambda = (globalThis as LambdaGlobals).awslambda;
  if (!awslambda?.streamifyResponse) return lazily(() => createBufferedHandler(deliveryServices()));
  const handle = lazily(
    () => createHandler(deliveryServices(), respondInTime) as unknown as StreamingHandler,
  );
  const handleToTheEnd: StreamingHandler = async (event, stream, context) => {
    await handle(event, stream, context);
    await endIfAbandoned();
  };
  return awslambda.streamifyResponse(handleToTheEnd);
}

export const handler = /* @__PURE__ */ createAwsHandler();
