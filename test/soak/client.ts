/**
 * A client of the API, as integrators write them: it calls any running process, and repeats unanswered requests. Responses that no
 * client may ever receive (a 500, a 503 without a cause) are violations.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '@test/contract/contract-client';
import type { FaultsSeen } from './faults-seen';
import type { Fleet } from './fleet';
import type { Journal } from './journal';
import type { Random } from './random';

export interface Ask {
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

/** A final response, with the times of its request and its arrival. */
export interface Settled {
  readonly answer: Answer;
  readonly sentAt: number;
  readonly answeredAt: number;
  /** Whether an earlier request may have been carried out without a response. */
  readonly isRepeat: boolean;
}

const ANSWER_LIMIT_MS = 20_000;
const AGAIN_MS = 300;
/** A write is repeated for this long; faults are shorter. */
const INSIST_MS = 120_000;

/** The world has ended, or there was no response for very long. */
export class NoAnswer extends Error {}

export class Client {
  readonly statuses = new Map<string, number>();

  constructor(
    private readonly key: string,
    private readonly fleet: Fleet,
    private readonly faults: FaultsSeen,
    private readonly journal: Journal,
    private readonly random: Random,
  ) {}

  /** One request; status 0 where the connection broke, -1 where there was no answer in time. */
  async ask(method: string, target: string, { body, idempotencyKey }: Ask = {}): Promise<Answer> {
    const process = this.random.pick(this.fleet.of('api').filter((slot) => slot.isUp))?.process;
    const sentAt = Date.now();
    if (!process) return this.heard(method, target, sentAt, nothing(0, 'no process of the API is up'));
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
      return this.heard(method, target, sentAt, { status: response.status, headers, text, body: json });
    } catch (error) {
      const status = (error as Error).name === 'TimeoutError' ? -1 : 0;
      return this.heard(method, target, sentAt, nothing(status, String(error)));
    }
  }

  /** Repeats a request until its response is final. */
  async insist(method: string, target: string, ask: Ask = {}): Promise<Settled> {
    const sentAt = Date.now();
    for (let isRepeat = false; Date.now() - sentAt < INSIST_MS; isRepeat = true) {
      const answer = await this.ask(method, target, ask);
      if (isDecided(answer)) return { answer, sentAt, answeredAt: Date.now(), isRepeat };
      await pause(AGAIN_MS);
    }
    this.journal.violation('answer', `${method} ${gist(target)}`, `nothing that decides in ${INSIST_MS / 1_000} s`);
    throw new NoAnswer(`${method} ${target}`);
  }

  private heard(method: string, target: string, sentAt: number, answer: Answer): Answer {
    const { status } = answer;
    const name = `${status}`;
    this.statuses.set(name, (this.statuses.get(name) ?? 0) + 1);
    const what = `${method} ${gist(target)}`;
    const isUnwell = status === 0 || status === -1 || status === 503;
    if (status >= 500 && status !== 503) this.journal.violation('500', what, `${status} ${answer.text.slice(0, 300)}`);
    if (isUnwell && !this.faults.touches(sentAt, Date.now()))
      this.journal.violation('503', what, `${status} without a fault: ${answer.text.slice(0, 300)}`);
    return answer;
  }
}

/** Whether the service accepted or refused the request. */
export function isDecided({ status, body }: Answer): boolean {
  if (status === 409 && body['code'] === 'idempotency_in_progress') return false;
  return status > 0 && status < 500 && status !== 429;
}

export const isDone = ({ status }: Answer): boolean => status >= 200 && status < 300;

const nothing = (status: number, text: string): Answer => ({ status, headers: {}, text, body: {} });

/** A path without its numbers, so that equal faults are reported once. */
const gist = (target: string): string => target.replace(/\?.*$/, '').replaceAll(/\d+/g, '#');
