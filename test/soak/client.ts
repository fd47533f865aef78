/**
 * A client of the API, as integrators write it: it calls any running process, and repeats requests without a response. A 500, and
 * a 503 outside of faults, is a violation.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '@test/contract/contract-client';
import type { FaultWindows } from './fault-windows';
import type { Fleet } from './fleet';
import type { Journal } from './journal';
import type { Random } from './random';

export interface RequestOptions {
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

/** A final response, with the times of its first request and its arrival. */
export interface FinalResponse {
  readonly answer: Answer;
  readonly sentAt: number;
  readonly answeredAt: number;
  /** Whether an earlier request may have been carried out without a response. */
  readonly isRepeat: boolean;
}

const ANSWER_LIMIT_MS = 20_000;
const RETRY_MS = 300;
/** A request is repeated for this time; faults are shorter. */
const REPEAT_FOR_MS = 120_000;

/** There was no final response within the limit. */
export class NoAnswer extends Error {}

export class Client {
  readonly statuses = new Map<string, number>();

  constructor(
    private readonly key: string,
    private readonly fleet: Fleet,
    private readonly faults: FaultWindows,
    private readonly journal: Journal,
    private readonly random: Random,
  ) {}

  /** Sends one request. The status is 0 if the connection broke, and -1 if there was no response in time. */
  async request(method: string, target: string, { body, idempotencyKey }: RequestOptions = {}): Promise<Answer> {
    const process = this.random.pick(this.fleet.slotsOf('api').filter((slot) => slot.isUp))?.process;
    const sentAt = Date.now();
    if (!process) return this.record(method, target, sentAt, emptyAnswer(0, 'no process of the API is up'));
    const init = {
      method,
      headers: {
        'X-API-Key': this.key,
        'content-type': 'application/json',
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    try {
      const response = await fetch(`${process.origin}${target}`, init);
      const text = await response.text();
      const json = text === '' ? {} : (JSON.parse(text) as Answer['body']);
      const headers = Object.fromEntries(response.headers);
      return this.record(method, target, sentAt, { status: response.status, headers, text, body: json });
    } catch (error) {
      const status = (error as Error).name === 'TimeoutError' ? -1 : 0;
      return this.record(method, target, sentAt, emptyAnswer(status, String(error)));
    }
  }

  /** Repeats a request until its response is final. */
  async requestUntilFinal(method: string, target: string, options: RequestOptions = {}): Promise<FinalResponse> {
    const sentAt = Date.now();
    for (let isRepeat = false; Date.now() - sentAt < REPEAT_FOR_MS; isRepeat = true) {
      const answer = await this.request(method, target, options);
      if (isFinal(answer)) return { answer, sentAt, answeredAt: Date.now(), isRepeat };
      await pause(RETRY_MS);
    }
    this.journal.violation(
      'answer',
      `${method} ${withoutNumbers(target)}`,
      `no final response in ${REPEAT_FOR_MS / 1_000} s`,
    );
    throw new NoAnswer(`${method} ${target}`);
  }

  private record(method: string, target: string, sentAt: number, answer: Answer): Answer {
    const { status } = answer;
    const name = `${status}`;
    this.statuses.set(name, (this.statuses.get(name) ?? 0) + 1);
    const what = `${method} ${withoutNumbers(target)}`;
    const isOutage = status === 0 || status === -1 || status === 503;
    if (status >= 500 && status !== 503) this.journal.violation('500', what, `${status} ${answer.text.slice(0, 300)}`);
    if (isOutage && !this.faults.overlaps(sentAt, Date.now()))
      this.journal.violation('503', what, `${status} without a fault: ${answer.text.slice(0, 300)}`);
    return answer;
  }
}

/** Returns whether the service accepted or refused the request. */
export function isFinal({ status, body }: Answer): boolean {
  if (status === 409 && body['code'] === 'idempotency_in_progress') return false;
  return status > 0 && status < 500 && status !== 429;
}

export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300;

const emptyAnswer = (status: number, text: string): Answer => ({ status, headers: {}, text, body: {} });

/** Replaces the numbers of a path, so that equal violations are reported once. */
const withoutNumbers = (target: string): string => target.replace(/\?.*$/, '').replaceAll(/\d+/g, '#');
