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
import type { RequestLine } from '../http/http-server.ts';
import type { FunctionRun } from '../lambda/pooled-host.ts';
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

function attributesOf({ method, route, image, status, code, cache, ...line }: RequestLine) {
  return {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'http.response.size': line.bytes,
    'imagewell.request_id': line.requestId,
    ...(image === undefined ? {} : { 'imagewell.image': image }),
    ...(cache === undefined ? {} : { 'imagewell.cache': cache }),
    ...(code === undefined ? {} : { 'error.type': code }),
  };
}

function runAttributesOf({ functionName, role, pid, threadId, end }: FunctionRun) {
  return {
    'faas.name': functionName,
    'process.pid': pid,
    'thread.id': threadId,
    'imagewell.process.role': role,
    'imagewell.process.end': end,
  };
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
    endRequest(line) {
      const span = spans.get(line.requestId);
      if (!span) return; // a page of the sign-in
      spans.delete(line.requestId);
      span.updateName(`${line.method} ${line.route}`);
      span.setAttributes(attributesOf(line));
      if (line.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
    noteRun(run) {
      const { requestId, functionName, role, startedAt, endedAt, end } = run;
      const options = { startTime: startedAt, attributes: runAttributesOf(run) };
      const parent = contexts.get(requestId) ?? ROOT_CONTEXT;
      const span = tracer.startSpan(`${functionName} (${role})`, options, parent);
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
