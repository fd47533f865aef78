import { randomBytes } from 'node:crypto';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Database, NotificationListener } from '@libs/database';
import { AppError } from '@libs/kernel';
import { untraced } from '@libs/traces';
import { AccountFeed } from './account-feed';
import { textOf } from './domain/event-log';
import { changeOf } from './domain/live-event';
import type { ReviewRange } from './domain/pending-changes';
import { placeFor, type StreamHolder, type StreamLimits } from './domain/stream-shares';
import type { LiveStream } from './live-stream';
import { LiveStore } from './persistence/live.store';

const CHANNEL = 'hrev_changes';
const LIMITS: StreamLimits = { perSession: 10, perPerson: 30, perAccount: 100, perProcess: 1_000 };
const RETRY_AFTER_S = '30';
const ACCESS_EVERY_MS = 3_000;
/** Streams end if their access could not be checked for this long. */
const UNCHECKED_MS = 15_000;
const PING_EVERY_MS = 25_000;
const WATCH_EVERY_MS = 30_000;
const LONGEST_MS = 4 * 3_600_000;
/** How long the events of an account are kept without a stream, for browsers that connect again. */
const KEPT_MS = 300_000;
/** Transactions that began before the account was watched may still commit for this long. */
const UNWATCHED_MS = 2_000;
/**
 * A page that opened its stream meanwhile may have missed changes. It reads everything again after this time, as a page without a
 * stream does, and not at once: it has just read it.
 */
const READ_AGAIN_MS = 15_000;

/**
 * The open streams of this process. Changes arrive by one listening connection, which is opened with the first stream. Every three
 * seconds the access of all streams is checked in one statement.
 */
@Injectable()
export class LiveStreams implements OnModuleDestroy {
  private readonly logger = new Logger(LiveStreams.name);
  private readonly process = randomBytes(6).toString('hex');
  /** The streams, also those that are being opened. */
  private readonly all = new Set<LiveStream>();
  private readonly feeds = new Map<number, AccountFeed>();
  private readonly listener: NotificationListener;
  private timers: readonly NodeJS.Timeout[] = [];
  private isClosed = false;
  private checkedAt = performance.now();

  constructor(
    private readonly store: LiveStore,
    database: Database,
  ) {
    const { url } = database.dataSource.options as { readonly url: string };
    this.listener = new NotificationListener(url, CHANNEL, {
      onNotification: (payload) => this.take(payload),
      onGap: () => this.feeds.forEach((feed) => feed.resync()),
    });
  }

  /** The number of streams that are open or being opened. */
  get count(): number {
    return this.all.size;
  }

  /**
   * Opens a stream; it ends with its access, with the process, or after four hours. `lastEventId` is the last event that the client
   * has. In a full account or process it may end a stream of the person or the account with the most. Throws `rate_limited` if the
   * session, the person, the account or the process has too many streams.
   */
  async open(stream: LiveStream, lastEventId: string | null): Promise<void> {
    const { accountId } = stream.access;
    this.makeRoom(stream);
    this.all.add(stream);
    try {
      // They serve all streams, and last longer than the request that opens the first one.
      await untraced(() => {
        this.begin();
        return this.listener.start();
      });
      const added = await this.store.watch([accountId]);
      // The client may be gone, and the process may stop.
      if (!this.all.has(stream)) return stream.end();
      const feed = this.feedOf(accountId);
      feed.join(stream, lastEventId);
      if (added.length > 0) feed.watchedAt = performance.now();
      if (performance.now() - feed.watchedAt < UNWATCHED_MS) setTimeout(() => stream.resync(), READ_AGAIN_MS).unref();
    } catch (error) {
      this.all.delete(stream);
      throw error;
    }
  }

  leave(stream: LiveStream): void {
    this.all.delete(stream);
    this.feeds.get(stream.access.accountId)?.leave(stream);
  }

  private makeRoom(stream: LiveStream): void {
    if (this.isClosed) throw new AppError('service_unavailable', 'The service is stopping', { 'Retry-After': '2' });
    const open = [...this.all].map((one) => ({ ...holderOf(one), stream: one }));
    const place = placeFor(holderOf(stream), open, LIMITS);
    if (place === 'none')
      throw new AppError('rate_limited', 'Too many streams are open', { 'Retry-After': RETRY_AFTER_S });
    if (place === 'free') return;
    place.stream.end();
    this.leave(place.stream);
  }

  /** Ends all streams; later ones are refused. */
  close(): void {
    this.isClosed = true;
    this.timers.forEach(clearInterval);
    this.feeds.forEach((feed) => feed.stop());
    this.feeds.clear();
    this.all.clear();
  }

  async onModuleDestroy(): Promise<void> {
    this.close();
    await this.listener.stop();
  }

  private begin(): void {
    if (this.timers.length > 0 || this.isClosed) return;
    this.checkedAt = performance.now();
    const every = (ms: number, work: () => void | Promise<void>): NodeJS.Timeout =>
      setInterval(() => void this.attempt(work), ms).unref();
    this.timers = [
      every(ACCESS_EVERY_MS, () => this.checkAccess()),
      every(PING_EVERY_MS, () => this.ping()),
      every(WATCH_EVERY_MS, () => this.renew()),
    ];
  }

  private async attempt(work: () => void | Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.warn(`the live streams of the console: ${String(error)}`);
    }
  }

  private feedOf(accountId: number): AccountFeed {
    const known = this.feeds.get(accountId);
    if (known !== undefined) return known;
    const reviewsIn = async (range: ReviewRange): Promise<readonly number[] | null> => {
      try {
        return await this.store.reviewsIn(accountId, range);
      } catch (error) {
        this.logger.warn(`changed reviews could not be read: ${String(error)}`);
        return null;
      }
    };
    const feed = new AccountFeed({ process: this.process, reviewsIn });
    this.feeds.set(accountId, feed);
    return feed;
  }

  private take(payload: string): void {
    const change = changeOf(payload);
    if (change !== null) this.feeds.get(change.accountId)?.add(change);
  }

  /** Ends the streams whose session has ended, whose person is no longer a member, or whose account is suspended. */
  private async checkAccess(): Promise<void> {
    const streams = [...this.all];
    const began = performance.now();
    if (began - this.checkedAt > UNCHECKED_MS) streams.forEach((stream) => stream.end());
    const current = streams.length === 0 ? [] : await this.store.accessOf(streams.map(({ access }) => access));
    this.checkedAt = began;
    const roles = new Map(current.map(({ sessionId, accountId, role }) => [`${sessionId} ${accountId}`, role]));
    for (const stream of streams) {
      const role = roles.get(`${stream.access.sessionId} ${stream.access.accountId}`);
      if (role === stream.role) continue;
      stream.send(textOf(null, { event: 'access.changed', data: { ids: [stream.personId] } }));
      if (role === undefined) stream.end();
      else stream.role = role;
    }
  }

  private ping(): void {
    for (const stream of this.all)
      if (performance.now() - stream.openedAt > LONGEST_MS) stream.end();
      else stream.ping();
  }

  /** Renews the watches, and removes accounts without streams. */
  private async renew(): Promise<void> {
    for (const [accountId, feed] of this.feeds) {
      if (feed.emptySince === null || performance.now() - feed.emptySince < KEPT_MS) continue;
      feed.stop();
      this.feeds.delete(accountId);
    }
    if (this.feeds.size > 0) {
      const added = await this.store.watch([...this.feeds.keys()]);
      for (const accountId of added) this.feeds.get(accountId)?.resync();
    }
    await this.store.removeEnded();
  }
}

const holderOf = ({ access, personId }: LiveStream): StreamHolder => ({ ...access, personId });
