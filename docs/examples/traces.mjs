/**
 * Records the traces of hrev and sends them to a collector by OTLP over HTTP. Load it into each process:
 *
 *   npm install @opentelemetry/api@1.10.0 @opentelemetry/context-async-hooks@3.1.0 @opentelemetry/resources@3.1.0 \
 *     @opentelemetry/sdk-trace@3.1.0 @opentelemetry/exporter-trace-otlp-http@0.301.0
 *   NODE_OPTIONS="--import /opt/traces/traces.mjs" OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 node dist/src/main.js
 *
 * The exporter reads OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS; the resource is OTEL_SERVICE_NAME and
 * OTEL_RESOURCE_ATTRIBUTES. TRACES_RATIO is the share of traces to record, from 0 to 1.
 */
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';

const ratio = new TraceIdRatioBasedSampler(Number(process.env.TRACES_RATIO ?? 1));

context.setGlobalContextManager(new AsyncLocalStorageContextManager());
trace.setGlobalTracerProvider(
  new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'hrev' }))
      .merge(detectResources({ detectors: [envDetector] })),
    // A client decides by the flag in its `traceparent` whether its requests are recorded; with `sampler: ratio` it does not.
    sampler: new ParentBasedSampler({ root: ratio }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  }),
);
