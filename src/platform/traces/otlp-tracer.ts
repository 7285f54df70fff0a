import { setTimeout as pause } from 'node:timers/promises';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
} from '@opentelemetry/sdk-trace-base';
import { readBuildInfo } from '../config/build-info.js';
import type { SpanStart, Tracer } from './span.js';
import { formatTraceparent, parseTraceparent } from './trace-context.js';

const KINDS = {
  server: SpanKind.SERVER,
  internal: SpanKind.INTERNAL,
  producer: SpanKind.PRODUCER,
  client: SpanKind.CLIENT,
} as const;

/** How long a process that ends waits for the collector. */
const LAST_EXPORT_MS = 3_000;

/** Gives the next trace the id that was chosen for it. */
class ChosenIds implements IdGenerator {
  chosen: string | undefined;
  readonly #random = new RandomIdGenerator();

  generateTraceId = () => this.chosen ?? this.#random.generateTraceId();
  generateSpanId = () => this.#random.generateSpanId();
}

/**
 * A tracer of its own, registered nowhere, so that no other package writes to it. Sampling, headers, limits and timeouts are set by the
 * variables that OpenTelemetry defines (`OTEL_TRACES_SAMPLER`, `OTEL_EXPORTER_OTLP_HEADERS` and others), which its packages read. A collector
 * that is away costs the spans and nothing else.
 *
 * @param options.endpoint its base; spans go to `/v1/traces` below it.
 */
export function createOtlpTracer(options: { endpoint: string; service: string }): Tracer {
  const ids = new ChosenIds();
  const exporter = new OTLPTraceExporter({ url: `${options.endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new BasicTracerProvider({
    idGenerator: ids,
    resource: resourceFromAttributes({ 'service.name': options.service, 'service.version': readBuildInfo().version }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('partner-events');
  return {
    start(name: string, { kind, parent, traceId, facts }: SpanStart) {
      ids.chosen = traceId;
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: facts }, toSpanContext(parent));
      const own = span.spanContext();
      return {
        traceparent: formatTraceparent({ ...own, sampled: (own.traceFlags & TraceFlags.SAMPLED) !== 0 }),
        end({ name: last, facts: more, error } = {}) {
          if (last !== undefined) span.updateName(last);
          if (more) span.setAttributes(more);
          // Its message may quote a receiver or a person.
          if (error !== undefined) {
            span.setStatus({ code: SpanStatusCode.ERROR });
            if (error instanceof Error) span.setAttribute('error.type', error.name);
          }
          span.end();
        },
      };
    },
    async close() {
      await Promise.race([provider.shutdown().catch(() => {}), pause(LAST_EXPORT_MS, undefined, { ref: false })]);
    },
  };
}

function toSpanContext(parent: string | undefined) {
  if (parent === undefined) return ROOT_CONTEXT;
  const { traceId, spanId, sampled } = parseTraceparent(parent);
  const traceFlags = sampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
