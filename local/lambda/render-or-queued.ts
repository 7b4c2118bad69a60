import type { Writable } from 'node:stream';
import type { Context, SQSEvent } from 'aws-lambda';
import { createHandler as createQueued } from '../../lambdas/background/render-queued.ts';
import { createHandler as createRender } from '../../lambdas/delivery/render-image.ts';
import { respond } from '../../lambdas/delivery/respond.ts';
import type { LocalServices } from './local-services.ts';

type StreamingHandler = (event: unknown, stream: Writable, context: Context) => Promise<unknown>;

function isQueued(event: unknown): event is Pick<SQSEvent, 'Records'> {
  return typeof event === 'object' && event !== null && 'Records' in event;
}

/**
 * The render function and the worker of its queue in the same processes: the few heavy ones bound
 * the memory of both (security.deadline-kills). A queued render gets a response without a body.
 */
export function createRenderOrQueued(services: LocalServices): StreamingHandler {
  const answer: typeof respond = (of, event, context) =>
    respond(of, event, context, services.relay);
  const render = createRender(services, answer) as unknown as StreamingHandler;
  const renderQueued = createQueued(services);
  return async (event, stream, context) => {
    if (!isQueued(event)) return render(event, stream, context);
    await renderQueued(event);
    return new Promise((resolve) => stream.end(() => resolve(undefined)));
  };
}
