/**
 * Claims the deliveries of a listener, sends each to the local receiver, and reports the answers. What is not reported comes again when its
 * lease ends: a process that is killed loses nothing, and the receiver may get a delivery twice.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { HrevConnectionError, isHrevError, type ClaimedWebhookDelivery, type ClaimResult, type Hrev } from '@libs/sdk';
import type { LocalAnswer, LocalRequest } from './local-receiver';

/** Deliveries that are sent at the same time, as by the service. */
const SLOTS = 4;
const WAIT_S = 20;
/** How long results are collected before they are reported together. */
const GATHER_MS = 50;
const MAX_RESULTS = 20;
/** The lease of a delivery, from its arrival here, without a margin for the way. */
const LEASE_MS = 55_000;
/** An empty answer that comes sooner than this was not waited for: the service has too many waiting requests, or stops. */
const EARLY_MS = 1_000;
const PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 15_000;
/** How long deliveries that are being sent may take after the command was stopped, and how long their report may take. */
const END_MS = 2_000;
/** Results of deliveries whose report failed. */
const MAX_REMEMBERED = 1_000;

/** What the session shows. */
export interface SessionView {
  delivered(delivery: ClaimedWebhookDelivery, answer: LocalAnswer): void;
  note(text: string): void;
}

type Result = Pick<ClaimResult, 'status' | 'error' | 'released' | 'duration_ms' | 'response_headers' | 'response_body'>;

interface Report {
  readonly key: string;
  readonly until: number;
  readonly result: ClaimResult;
}

export class ListenSession {
  private readonly stopping = new AbortController();
  private readonly cutting = new AbortController();
  /** The deliveries that are being sent. */
  private readonly sending = new Set<Promise<void>>();
  private waiting: Report[] = [];
  private reporting: Promise<void> | null = null;
  /**
   * By delivery and attempt, what the receiver answered: if the report was not stored, the same attempt is claimed again, and its answer is
   * reported without sending it twice.
   */
  private readonly answers = new Map<string, Result>();
  private isUnreachable = false;

  constructor(
    private readonly hrev: Hrev,
    private readonly listenerId: number,
    private readonly send: (request: LocalRequest, signal: AbortSignal) => Promise<LocalAnswer>,
    private readonly view: SessionView,
  ) {}

  /** Runs until `stop`. Throws if the service refuses the key or no longer has the listener. */
  async run(): Promise<void> {
    const { signal } = this.stopping;
    for (let pauseMs = PAUSE_MS; !signal.aborted;) {
      const startedAt = performance.now();
      try {
        const claimed = await this.claim();
        this.reached();
        pauseMs = PAUSE_MS;
        for (const delivery of claimed) this.start(delivery);
        if (claimed.length === 0 && performance.now() - startedAt < EARLY_MS) await pause(PAUSE_MS, signal);
      } catch (error) {
        if (signal.aborted) return;
        const waitMs = waitAfter(error, pauseMs);
        if (waitMs === null) throw error;
        this.lost(error);
        pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
        await pause(waitMs, signal);
      }
    }
  }

  /** Claims no more, lets what is being sent end, gives the rest back and reports everything. Never rejects. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await pauseUnless(Promise.all(this.sending), END_MS);
    this.cutting.abort();
    await Promise.all(this.sending);
    await pauseUnless(this.reported(), END_MS);
  }

  private async claim(): Promise<readonly ClaimedWebhookDelivery[]> {
    // Half of the slots at least, so that a burst needs few requests.
    while (this.sending.size > SLOTS / 2) await Promise.race(this.sending);
    const body = { limit: SLOTS - this.sending.size, wait_seconds: WAIT_S };
    const options = { signal: this.stopping.signal, timeoutMs: (WAIT_S + 15) * 1_000 };
    return (await this.hrev.webhooks.claimDeliveries(this.listenerId, body, options)).data;
  }

  private start(delivery: ClaimedWebhookDelivery): void {
    const until = performance.now() + LEASE_MS;
    const sent = this.attempt(delivery, until).finally(() => this.sending.delete(sent));
    this.sending.add(sent);
  }

  private async attempt(delivery: ClaimedWebhookDelivery, until: number): Promise<void> {
    const { delivery_id: id, lease, attempt } = delivery;
    const key = `${id} ${attempt}`;
    const result = this.answers.get(key) ?? (await this.answerTo(delivery));
    if (result.released !== true) this.remember(key, result);
    this.waiting.push({ key, until, result: { delivery_id: id, lease, ...result } });
    this.reporting ??= this.report();
  }

  private async answerTo(delivery: ClaimedWebhookDelivery): Promise<Result> {
    let answer: LocalAnswer;
    try {
      answer = await this.send(delivery, this.cutting.signal);
    } catch {
      return { released: true };
    }
    this.view.delivered(delivery, answer);
    const { status, error, durationMs: duration_ms } = answer;
    if (error !== null) return { error, duration_ms };
    return { status: status ?? 0, duration_ms, response_headers: answer.headers, response_body: answer.body };
  }

  private remember(key: string, result: Result): void {
    this.answers.set(key, result);
    const [oldest] = this.answers.keys();
    if (this.answers.size > MAX_REMEMBERED && oldest !== undefined) this.answers.delete(oldest);
  }

  /** Reports what waits, until nothing waits. What is not reported in the time of its lease comes again. Never rejects. */
  private async report(): Promise<void> {
    await sleep(this.stopping.signal.aborted ? 0 : GATHER_MS);
    for (let pauseMs = PAUSE_MS / 4; ;) {
      const now = performance.now();
      this.waiting = this.waiting.filter(({ until }) => now < until);
      const batch = this.waiting.slice(0, MAX_RESULTS);
      if (batch.length === 0) break;
      try {
        await this.settle(batch);
      } catch (error) {
        const waitMs = waitAfter(error, pauseMs);
        if (waitMs === null) this.waiting = withoutRefused(this.waiting, batch);
        this.lost(error);
        pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
        await sleep(waitMs ?? 0);
      }
    }
    // No await since the last check.
    this.reporting = null;
  }

  private async settle(batch: readonly Report[]): Promise<void> {
    const results = batch.map(({ result }) => result);
    const { data } = await this.hrev.webhooks.settleClaims(this.listenerId, { results });
    this.reached();
    this.waiting = this.waiting.filter((report) => !batch.includes(report));
    const stored = data.flatMap(({ result }, place) => (result === 'stored' ? (batch[place] ?? []) : []));
    for (const { key } of stored) this.answers.delete(key);
  }

  private async reported(): Promise<void> {
    while (this.reporting !== null) await this.reporting;
  }

  private lost(error: unknown): void {
    if (this.isUnreachable) return;
    this.isUnreachable = true;
    this.view.note(`${error instanceof Error ? error.message : String(error)}; trying again`);
  }

  private reached(): void {
    if (this.isUnreachable) this.view.note('the service answers again');
    this.isUnreachable = false;
  }
}

/**
 * What waits after the service has refused a batch: without what the receiver wrote, in which the reason may be, and without reports that had
 * none of it. These come again when their leases end.
 */
function withoutRefused(waiting: readonly Report[], refused: readonly Report[]): Report[] {
  return waiting.flatMap((report) => {
    if (!refused.includes(report)) return [report];
    const { response_headers: headers, response_body: body, ...result } = report.result;
    return headers === undefined && body === undefined ? [] : [{ ...report, result }];
  });
}

/** Milliseconds until a failed request is sent again; null if it will fail again. */
function waitAfter(error: unknown, pauseMs: number): number | null {
  if (error instanceof HrevConnectionError) return pauseMs;
  if (!isHrevError(error)) return null;
  const isTemporary = error.status === 408 || error.status === 429 || error.status >= 500;
  if (!isTemporary) return null;
  return error.retryAfter === null ? pauseMs : Math.max(pauseMs, error.retryAfter * 1_000);
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);

/** Waits for `work`, but no longer than `ms`. */
async function pauseUnless(work: Promise<unknown>, ms: number): Promise<void> {
  const timer = new AbortController();
  await Promise.race([work, pause(ms, timer.signal)]);
  timer.abort();
}
