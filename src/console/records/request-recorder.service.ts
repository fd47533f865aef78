import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { onFinishedRequest, routeOf, type ApiRequest } from '@libs/http';
import { isUnavailable } from '@libs/kernel';
import type { Response } from 'express';
import { MAX_BODY_BYTES, type NotedRequest } from './domain/logged-request';
import { Sampling } from './domain/sampling';
import { RequestLogStore } from './persistence/request-log.store';

const EVERY_MS = 1_000;
/** Waiting requests and the bytes of their bodies: a full buffer takes no more, and what it does not take is counted. */
const MAX_WAITING = { successes: 1_000, refusals: 4_000 };
const MAX_WAITING_BODIES = 8 * 1024 * 1024;
const BATCH = 500;
const PURGE_EVERY_MS = 5 * 60_000;

/**
 * Records the requests that keys send, for the request log. In the path of a request it adds an object to a list. Once a second the
 * list is written in batches, with what was left out. While the database is unavailable, the list stays within its bounds; a crash loses the
 * requests of the last second. Requests of sessions, requests without a valid key, and those whose client closed the connection before
 * the response are not recorded.
 */
@Injectable()
export class RequestRecorder implements OnModuleInit, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger(RequestRecorder.name);
  private readonly sampling = new Sampling();
  private successes: NotedRequest[] = [];
  private refusals: NotedRequest[] = [];
  private waitingBytes = 0;
  private writing: Promise<void> = Promise.resolve();
  private timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly store: RequestLogStore,
  ) {}

  onModuleInit(): void {
    onFinishedRequest(this.host, (request, response) => this.note(request, response));
    this.timers = [
      setInterval(() => void this.write(), EVERY_MS).unref(),
      setInterval(() => void this.purge(), PURGE_EVERY_MS).unref(),
    ];
  }

  onModuleDestroy(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write();
  }

  /** Notes a finished request. Never throws and never waits. */
  note(request: ApiRequest, response: Response): void {
    const { caller } = request;
    if (caller === undefined || caller.keyId === null || !response.writableFinished) return;
    const { accountId, keyId } = caller;
    const isRefusal = response.statusCode >= 400;
    const now = performance.now();
    if (!this.sampling.keeps(accountId, isRefusal, now)) return;
    const kept = Math.min(request.rawBody?.length ?? 0, MAX_BODY_BYTES);
    if (this.isFull(isRefusal, kept)) this.sampling.leaveOut(accountId, isRefusal);
    else this.add({ accountId, keyId, status: response.statusCode, ...factsOf(request, kept, now) });
  }

  /** Writes what waits. Calls run one after the other. */
  async write(): Promise<void> {
    this.writing = this.writing.then(() => this.writeWaiting());
    await this.writing;
  }

  /** Deletes requests after seven days, in batches. */
  async purge(): Promise<void> {
    try {
      while (await this.store.purge());
    } catch (error) {
      this.logger.warn(`old requests were not deleted: ${String(error)}`);
    }
  }

  private add(noted: NotedRequest): void {
    this.waitingBytes += noted.body?.length ?? 0;
    (noted.status >= 400 ? this.refusals : this.successes).push(noted);
  }

  private isFull(isRefusal: boolean, bytes: number): boolean {
    if (this.waitingBytes + bytes > MAX_WAITING_BODIES) return true;
    return isRefusal ? this.refusals.length >= MAX_WAITING.refusals : this.successes.length >= MAX_WAITING.successes;
  }

  private async writeWaiting(): Promise<void> {
    const waiting = [...this.refusals, ...this.successes];
    const leftOut = this.sampling.takeLeftOut();
    this.refusals = [];
    this.successes = [];
    this.waitingBytes = 0;
    let written = 0;
    try {
      for (; written < waiting.length; written += BATCH)
        await this.store.insert(waiting.slice(written, written + BATCH));
      await this.store.leaveOut(leftOut);
    } catch (error) {
      this.logger.warn(`requests were not written to the request log: ${String(error)}`);
      // A batch that the database refuses would be refused again: it is counted.
      if (isUnavailable(error)) this.putBack(waiting.slice(written));
      else for (const { accountId, status } of waiting.slice(written)) this.sampling.leaveOut(accountId, status >= 400);
      for (const [accountId, counts] of leftOut) this.sampling.addLeftOut(accountId, counts);
    }
  }

  /** After a failure the requests wait for the next write, within the bounds. */
  private putBack(requests: readonly NotedRequest[]): void {
    for (const request of requests) {
      const isRefusal = request.status >= 400;
      if (this.isFull(isRefusal, request.body?.length ?? 0)) this.sampling.leaveOut(request.accountId, isRefusal);
      else this.add(request);
    }
  }
}

function factsOf(request: ApiRequest, kept: number, now: number): Omit<NotedRequest, 'accountId' | 'keyId' | 'status'> {
  const { requestId = '', startedAtMs = now, method, originalUrl: url, refusal = null } = request;
  const body = bodyOf(request, kept);
  const bodyBytes = request.rawBody?.length ?? 0;
  return {
    requestId,
    startedAtMs,
    ms: now - startedAtMs,
    method,
    route: routeOf(request) ?? '',
    url,
    body,
    bodyBytes,
    refusal,
  };
}

/** A large body is not kept in memory: its first bytes are copied. */
function bodyOf({ rawBody }: ApiRequest, kept: number): Buffer | null {
  if (rawBody === undefined || kept === 0) return null;
  return rawBody.length > kept ? Buffer.from(rawBody.subarray(0, kept)) : rawBody;
}
