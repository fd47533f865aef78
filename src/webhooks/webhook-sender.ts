/**
 * One POST to a receiver (contract §6.5): at most 5 s to connect, `HREV_WEBHOOK_TIMEOUT` in total. The status line
 * decides the result. Of the body of the response only the beginning is kept, and no result waits for it.
 */
import { Inject, Injectable, Optional, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { EgressError, GuardedClient, systemCode, WEBHOOK_EGRESS } from '@libs/egress';
import { failureClass, type AttemptResult, type FailureClass } from './domain/outcome';

/** A response of a receiver. */
export interface ReceivedAnswer {
  readonly headers: Readonly<Record<string, string>>;
  /** Resolves to the beginning of the body, within half a second. Never rejects. */
  readonly body: () => Promise<Buffer>;
}

export interface SentRequest {
  readonly result: AttemptResult;
  /** Null if no response arrived. */
  readonly answer: ReceivedAnswer | null;
  /**
   * When the certificate of the receiver ends; the time of the attempt if it failed because the certificate has expired. Null if it is
   * not known.
   */
  readonly certificateEndsAt: Date | null;
}

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
   * Sends these bytes. `answerBytes`: how many bytes of the body of the response to keep. Never throws: a failure is a
   * result.
   */
  async send(
    target: string,
    headers: Readonly<Record<string, string>>,
    body: Buffer,
    answerBytes = 0,
  ): Promise<SentRequest> {
    const startedAt = performance.now();
    const result = (statusCode: number | null, error: FailureClass | null): AttemptResult => ({
      statusCode,
      error,
      durationMs: Math.round(performance.now() - startedAt),
    });
    try {
      const response = await this.client.request(target, {
        source: 'webhooks',
        method: 'POST',
        headers,
        body,
        policy: WEBHOOK_EGRESS,
        timeoutMs: this.config.HREV_WEBHOOK_TIMEOUT,
        maxBytes: null,
        keepAlive: true,
        previewBytes: answerBytes,
      });
      const { status } = response;
      const answer = { headers: response.headers, body: response.preview ?? noBytes };
      return {
        result: result(status, status < 200 || status > 599 ? 'bad_answer' : null),
        answer,
        certificateEndsAt: response.certificateEndsAt,
      };
    } catch (error) {
      return { result: result(null, classOf(error)), answer: null, certificateEndsAt: endOfExpired(error) };
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
