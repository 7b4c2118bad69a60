import type { QueuedRender } from '../../core/ports/images/render-queue.ts';
import type { BegunDelivery } from '../../core/use-cases/delivery/delivery.ts';
import type { HandOver } from './places.ts';

/** The head of a streamed answer, as `awslambda.HttpResponseStream.from` takes it. */
export interface ResponseHead {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Messages of the parent to a host of functions; `id` counts its invocations. */
export type ParentMessage =
  | {
      readonly type: 'invoke';
      readonly id: number;
      readonly functionName: string;
      readonly requestId: string;
      readonly deadlineAt: number;
      readonly event: unknown;
      /** Of a request that another host has begun; see DeliveryRelay. */
      readonly begun: BegunDelivery | undefined;
    }
  | { readonly type: 'consumed'; readonly id: number; readonly bytes: number }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'purged'; readonly callId: number };

/** The outcome of a rendition that was to be made. */
export type RenditionEvent = 'made' | 'stored' | 'failed';

/** Messages of a host of functions to its parent. */
export type HostMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'result'; readonly id: number; readonly result: unknown }
  | { readonly type: 'head'; readonly id: number; readonly head: ResponseHead }
  | { readonly type: 'chunk'; readonly id: number; readonly data: Uint8Array }
  | { readonly type: 'end'; readonly id: number }
  | { readonly type: 'threw'; readonly id: number; readonly message: string }
  | {
      readonly type: 'hand-over';
      readonly id: number;
      readonly to: HandOver;
      /** Undefined: the request begins again. */
      readonly begun: BegunDelivery | undefined;
    }
  | {
      /** The handler has settled: the host can take the next request. */
      readonly type: 'idle';
      readonly id: number;
      readonly memoryBytes: number;
      readonly isAbandoned: boolean;
    }
  | { readonly type: 'purge-edge'; readonly callId: number; readonly ids: readonly string[] }
  | { readonly type: 'queue-render'; readonly render: QueuedRender }
  | { readonly type: 'rendition'; readonly event: RenditionEvent }
  | {
      readonly type: 'log';
      readonly level: 'warn' | 'error';
      /** The function that it is of; missing outside of a request. */
      readonly functionName: string | undefined;
      readonly message: string;
      /** JSON: an error's cause may be something that no message can carry. */
      readonly fieldsText: string;
    };
