/**
 * One POST to a receiver (contract §6.5): at most 5 s to connect, `HREV_WEBHOOK_TIMEOUT` in total. The status line
 * decides the result. Of the body of the response only the beginning is kept, and no result waits for it.
 */
import { Inject, Injectable, Optional, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { EgressError, GuardedClient, systemCode, WEBHOOK_EGRESS } from '@libs/egress';
import { failureClass } from '@libs/kernel';
import { activeTraceparent, spanned, traceFields, type SpanFacts } from '@libs/traces';
import type { AttemptResult, FailureClass } from './domain/outcome';

/** A response of a receiver. */
export interface ReceivedResponse {
  readonly headers: Readonly<Record<string, string>>;
  /** Resolves to the beginning of the body, within half a second. Never rejects. */
  readonly body: () => Promise<Buffer>;
}

/** What a POST led to. */
interface Exchanged {
  readonly result: AttemptResult;
  /** Null if no response arrived. */
  readonly response: ReceivedResponse | null;
  /**
   * When the certificate of the receiver ends; the time of the attempt if it failed because the certificate has expired. Null if it is
   * not known.
   */
  readonly certificateEndsAt: Date | null;
}

export interface SentRequest extends Exchanged {
  /** The headers as they were sent. */
  readonly headers: Readonly<Record<string, string>>;
  /** The ids of the span of the request, as fields of a log line; undefined without traces. */
  readonly trace: ReturnType<typeof traceFields>;
}

export interface SendOptions extends Pick<SpanFacts, 'causes' | 'attributes'> {
  /** How many bytes of the body of the response to keep; default 0. */
  readonly responseBytes?: number;
}

/** The name of these requests in metrics and traces. */
const SOURCE = 'webhooks';

const noBytes = (): Promise<Buffer> => Promise.resolve(Buffer.alloc(0));

@Injectable()
export class WebhookSender implements OnApplicationShutdown {
  private readonly client: GuardedClient;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Optional() client?: GuardedClient,
  ) {
    this.client = client ?? new GuardedClient({ allowPrivate: config.HREV_ALLOW_PRIVATE_TARGETS });
  }

  /**
   * Sends these bytes, with the `traceparent` of the request's span if there is one. Never throws: a failure is a
   * result. `causes` and `attributes` are those of the span; its parent is the active one by default.
   */
  async send(
    target: string,
    headers: Readonly<Record<string, string>>,
    body: Buffer,
    { responseBytes = 0, attributes, ...causes }: SendOptions = {},
  ): Promise<SentRequest> {
    const facts = {
      name: 'POST webhooks',
      kind: 'client',
      attributes: { 'http.request.method': 'POST', 'hrev.source': SOURCE, ...attributes },
    } as const;
    return spanned({ ...facts, ...causes }, async (span) => {
      const traceparent = activeTraceparent();
      const sent = traceparent === null ? headers : { ...headers, traceparent };
      const exchanged = await this.post(target, sent, body, responseBytes);
      const { statusCode, error } = exchanged.result;
      if (statusCode !== null) span.set({ 'http.response.status_code': statusCode });
      if (error !== null) span.fail(error);
      else if (statusCode !== null && statusCode >= 300) span.fail(String(statusCode));
      return { ...exchanged, headers: sent, trace: traceFields() };
    });
  }

  private async post(
    target: string,
    headers: Readonly<Record<string, string>>,
    body: Buffer,
    responseBytes: number,
  ): Promise<Exchanged> {
    const startedAt = performance.now();
    const result = (statusCode: number | null, error: FailureClass | null): AttemptResult => ({
      statusCode,
      error,
      durationMs: Math.round(performance.now() - startedAt),
    });
    try {
      const received = await this.client.request(target, {
        source: SOURCE,
        hasSpan: true,
        method: 'POST',
        headers,
        body,
        policy: WEBHOOK_EGRESS,
        timeoutMs: this.config.HREV_WEBHOOK_TIMEOUT,
        maxBytes: null,
        keepAlive: true,
        previewBytes: responseBytes,
      });
      const { status, certificateEndsAt } = received;
      const response = { headers: received.headers, body: received.preview ?? noBytes };
      const attempt = result(status, status < 200 || status > 599 ? 'bad_answer' : null);
      return { result: attempt, response, certificateEndsAt };
    } catch (error) {
      return { result: result(null, classOf(error)), response: null, certificateEndsAt: endOfExpired(error) };
    }
  }

  onApplicationShutdown(): void {
    this.client.close();
  }
}

function classOf(error: unknown): FailureClass {
  return failureClass({ kind: error instanceof EgressError ? error.kind : 'network', code: codeOf(error) });
}

/** The connection does not state when an expired certificate ended: the time of this attempt is later. */
const endOfExpired = (error: unknown): Date | null => (codeOf(error) === 'CERT_HAS_EXPIRED' ? new Date() : null);

function codeOf(error: unknown): string {
  let cause = error;
  while (cause instanceof EgressError && cause.cause !== undefined) cause = cause.cause;
  return systemCode(cause);
}
