/**
 * One POST to a receiver (contract §6.5): at most 5 s to connect, `HREV_WEBHOOK_TIMEOUT` in total. The status line decides the result.
 * The body of the response is not read.
 */
import { Inject, Injectable, Optional, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { EgressError, GuardedClient, systemCode, WEBHOOK_EGRESS } from '@libs/egress';
import type { AttemptResult } from '../domain/outcome';
import { failureClass } from '../domain/failure-class';

@Injectable()
export class WebhookSender implements OnApplicationShutdown {
  private readonly client: GuardedClient;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Optional() client?: GuardedClient,
  ) {
    this.client = client ?? new GuardedClient({ allowPrivate: config.HREV_ALLOW_PRIVATE_TARGETS });
  }

  /** Sends these bytes. Never throws: a failure is a result. */
  async send(
    target: string,
    headers: Readonly<Record<string, string>>,
    body: Buffer,
    signal?: AbortSignal,
  ): Promise<AttemptResult> {
    const startedAt = performance.now();
    const result = (statusCode: number | null, error: string | null): AttemptResult => ({
      statusCode,
      error,
      durationMs: Math.round(performance.now() - startedAt),
    });
    try {
      const { status } = await this.client.request(target, {
        method: 'POST',
        headers,
        body,
        policy: WEBHOOK_EGRESS,
        timeoutMs: this.config.HREV_WEBHOOK_TIMEOUT,
        maxBytes: null,
        keepAlive: true,
        ...(signal ? { signal } : {}),
      });
      return result(status, status < 200 || status > 599 ? 'bad_answer' : null);
    } catch (error) {
      return result(null, classOf(error));
    }
  }

  onApplicationShutdown(): void {
    this.client.close();
  }
}

function classOf(error: unknown): string {
  let cause = error;
  while (cause instanceof EgressError && cause.cause !== undefined) cause = cause.cause;
  return failureClass({ kind: error instanceof EgressError ? error.kind : 'network', code: systemCode(cause) });
}
