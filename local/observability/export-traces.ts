import {
  type Context,
  DiagLogLevel,
  defaultTextMapGetter,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../core/ports/log.ts';
import type { RequestTracer } from './request-tracer.ts';

/** Requests whose function processes may still end their runs. */
const MAX_CONTEXTS = 2_000;
/** How long a stop waits for a collector. */
const FLUSH_MS = 2_000;

function createProvider(): TracerProvider {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'imagewell' }))
    .merge(detectResources({ detectors: [envDetector] }));
  const exporter = new OTLPTraceExporter();
  return new TracerProvider({ resource, spanProcessors: [new BatchSpanProcessor({ exporter })] });
}

/**
 * Exports a span of each request, within the trace that a `traceparent` names, and one of each run
 * of a function process. It uses OTLP over HTTP with OpenTelemetry's own variables. This file loads
 * OpenTelemetry: import it only where tracing is on.
 */
export function createExportingTracer(log: Log): RequestTracer {
  const warn = (message: string): void => log.warn('traces not exported', { error: message });
  const quiet = (): void => undefined;
  const logger = { error: warn, warn, info: quiet, debug: quiet, verbose: quiet };
  diag.setLogger(logger, DiagLogLevel.WARN);
  const provider = createProvider();
  const tracer = provider.getTracer('imagewell');
  const propagator = new W3CTraceContextPropagator();
  const spans = new Map<string, Span>();
  const contexts = new LRUCache<string, Context>({ max: MAX_CONTEXTS });
  return {
    startRequest({ headers }, requestId) {
      const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent);
      spans.set(requestId, span);
      contexts.set(requestId, trace.setSpan(parent, span));
    },
    endRequest({ method, route, image, status, code, cache, bytes, requestId }) {
      const span = spans.get(requestId);
      if (!span) return; // a page of the sign-in
      spans.delete(requestId);
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'http.response.size': bytes,
        'imagewell.request_id': requestId,
        ...(image === undefined ? {} : { 'imagewell.image': image }),
        ...(cache === undefined ? {} : { 'imagewell.cache': cache }),
        ...(code === undefined ? {} : { 'error.type': code }),
      });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
    noteRun({ requestId, functionName, role, pid, threadId, startedAt, endedAt, end }) {
      const attributes = {
        'faas.name': functionName,
        'process.pid': pid,
        'thread.id': threadId,
        'imagewell.process.role': role,
        'imagewell.process.end': end,
      };
      const options = { startTime: startedAt, attributes };
      const span = tracer.startSpan(
        `${functionName} (${role})`,
        options,
        contexts.get(requestId) ?? ROOT_CONTEXT,
      );
      if (end === 'killed') span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endedAt);
    },
    async stop() {
      const isOver = new Promise<void>((resolve) => {
        setTimeout(resolve, FLUSH_MS).unref();
      });
      await Promise.race([provider.shutdown().catch(() => undefined), isOver]);
    },
  };
}
