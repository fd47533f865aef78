import { Injectable } from '@nestjs/common';
import etag from 'etag';
import { workFor } from '@libs/database';
import { AppError, FairSlots, inTurns, notFound } from '@libs/kernel';
import { AccountsService } from '@src/auth';
import {
  coverageOf,
  CoverageService,
  coversNothing,
  ratingRange,
  ReviewCountQuery,
  ReviewFeedService,
} from '@src/reviews';
import { SourceCatalogue } from '@src/sources';
import { answerOf, type EmbedAnswer, type FeedReview, type ScopeFigures } from './domain/answer';
import { AnswerCache } from './domain/answer-cache';
import type { EmbedSort } from './domain/embed';
import { looksLikeToken } from './domain/token';
import { EmbedStore, type FoundEmbed } from './persistence/embed.store';

/** An answer as it is sent. */
export interface PreparedAnswer {
  readonly embedId: number;
  readonly answer: EmbedAnswer;
  readonly json: string;
  readonly tag: string;
}

/** For so long, an answer is sent without reading the reviews again, and browsers may keep it. */
export const KEPT_SECONDS = 60;
/** For so long, a token counts as valid after it was found: what another process revokes or changes takes effect after that. */
const CONFIRMED_MS = 1_000;
const CACHE_BYTES = 64 * 1024 * 1024;
/** What an answer takes for each character of its JSON: as values, as text, and as a page, where a character may have six. */
const BYTES_PER_CHARACTER = 9;
/** Tokens that are looked up at the same time, each by one row: unknown tokens cannot take the connections of the service. */
const MOST_LOOKUPS = 64;
/**
 * Answers that are made at the same time, in all and for one account: its many embeds cannot hold up those of others. Further ones wait, so a
 * page with many embeds shows them all.
 */
const MOST_READS = 16;
const MOST_READS_OF_ACCOUNT = 4;
const LONGEST_WAIT_MS = 5_000;

const ORDERS: Readonly<Record<EmbedSort, { readonly sortBy: 'date' | 'rating'; readonly sortOrder: 'asc' | 'desc' }>> =
  {
    newest: { sortBy: 'date', sortOrder: 'desc' },
    oldest: { sortBy: 'date', sortOrder: 'asc' },
    highest: { sortBy: 'rating', sortOrder: 'desc' },
    lowest: { sortBy: 'rating', sortOrder: 'asc' },
  };
/** An owner may import any text as the review of a platform: only what was read there is shown to the public. */
const SHOWN = 'collected' as const;
const ALL_DATES = { from: '0001-01-01', to: '9999-12-31', undated: true } as const;
const EVERY_RATING = ratingRange(0, 5);
const USUAL_FROM = '2000-01-01';

/**
 * Answers public requests (contract §4.23). Whatever the traffic of a token is, this process looks it up once a second and reads its reviews
 * once a minute, as work of its account.
 */
@Injectable()
export class EmbedAnswers {
  private readonly cache = new AnswerCache<PreparedAnswer>(CACHE_BYTES);
  private readonly running = new Map<string, Promise<PreparedAnswer>>();
  private lookups = 0;
  private readonly reads = new FairSlots(
    MOST_READS,
    {
      contendedMs: LONGEST_WAIT_MS,
      aloneMs: LONGEST_WAIT_MS,
      ownMs: LONGEST_WAIT_MS,
      mostPerParty: MOST_READS_OF_ACCOUNT,
    },
    busy,
  );

  constructor(
    private readonly store: EmbedStore,
    private readonly accounts: AccountsService,
    private readonly coverages: CoverageService,
    private readonly feed: ReviewFeedService,
    private readonly counts: ReviewCountQuery,
    private readonly sources: SourceCatalogue,
  ) {}

  /** Throws 404 for a token that is unknown or revoked, or whose object, folder or account is gone or not served. */
  async of(token: string): Promise<PreparedAnswer> {
    if (!looksLikeToken(token)) throw notFound();
    const cached = this.cache.get(token);
    if (cached !== undefined && performance.now() - cached.confirmedAt < CONFIRMED_MS) return cached.value;
    const running = this.running.get(token);
    if (running !== undefined) return running;
    const isCurrent = (): boolean => this.running.get(token) === work;
    const work: Promise<PreparedAnswer> = this.confirmed(token, isCurrent)
      // A scope that was removed meanwhile looks like an unknown token.
      .catch((error: unknown) => {
        throw error instanceof AppError && error.status === 404 ? notFound() : error;
      })
      .finally(() => {
        if (isCurrent()) this.running.delete(token);
      });
    this.running.set(token, work);
    return work;
  }

  /** The next request looks the token up again, and an answer that is being made is kept for no other request. */
  forget(token: string): void {
    this.cache.delete(token);
    this.running.delete(token);
  }

  /** `isCurrent`: whether the token was not forgotten since the call. */
  private async confirmed(token: string, isCurrent: () => boolean): Promise<PreparedAnswer> {
    const startedAt = performance.now();
    const embed = await this.found(token);
    if (embed === null) {
      this.cache.delete(token);
      throw notFound();
    }
    const cached = this.cache.get(token);
    if (cached?.revision === embed.revision && startedAt - cached.madeAt < KEPT_SECONDS * 1_000) {
      cached.confirmedAt = startedAt;
      return cached.value;
    }
    const value = await this.readInTurn(embed);
    const size = BYTES_PER_CHARACTER * value.json.length;
    const made = { value, size, revision: embed.revision, madeAt: startedAt, confirmedAt: startedAt };
    if (!isCurrent()) return value;
    this.cache.set(token, made);
    // The token may have been revoked by another process since it was looked up.
    return performance.now() - startedAt < CONFIRMED_MS ? value : this.confirmed(token, isCurrent);
  }

  private async found(token: string): Promise<FoundEmbed | null> {
    if (this.lookups >= MOST_LOOKUPS) throw busy();
    this.lookups += 1;
    try {
      return await this.store.byToken(token);
    } finally {
      this.lookups -= 1;
    }
  }

  private async readInTurn(embed: FoundEmbed): Promise<PreparedAnswer> {
    const { accountId } = embed;
    await this.reads.enter(accountId);
    try {
      return await this.read(embed);
    } finally {
      this.reads.leave(accountId);
    }
  }

  private async read({ accountId, id, scope, options, objectName }: FoundEmbed): Promise<PreparedAnswer> {
    workFor(accountId);
    const { entitlements } = await this.accounts.find(accountId);
    const { minRating, sourceIds, limit, sort } = options;
    const list = await this.feed.page(
      { accountId, entitlements },
      scope,
      {
        linkIds: [],
        sourceIds,
        minRating: minRating ?? undefined,
        provenance: SHOWN,
        includeDeleted: false,
        onlyDeleted: false,
        showHidden: false,
        showPinned: true,
        ...ORDERS[sort],
      },
      { limit, offset: 0 },
      { version: 'v3', includeRaw: false, separatePosNeg: false },
    );
    const figures = await this.figuresOf(accountId, scope);
    const nameOf = (sourceId: number): string => this.sources.byId(sourceId)?.displayName ?? '';
    const answer = await inTurns(answerOf(options, objectName, figures, parsed(list.items), nameOf));
    const json = JSON.stringify(answer);
    return { embedId: id, answer, json, tag: etag(json, { weak: true }) };
  }

  /** All collected reviews of the scope that are not deleted on their platform, also those that a trial does not see. */
  private async figuresOf(accountId: number, scope: FoundEmbed['scope']): Promise<ScopeFigures> {
    const { mode, composition } = await this.coverages.resolve(accountId, scope);
    const coverage = coverageOf(accountId, mode, composition, { linkIds: [], sourceIds: [] });
    if (coversNothing(coverage) || EVERY_RATING === null) return { total: 0, rated: 0, ratingSum: 0 };
    const today = new Date().toISOString().slice(0, 10);
    const counted = { coverage, visiblePerLink: null, rating: EVERY_RATING, provenance: SHOWN };
    const cells = await this.counts.ofSummary(counted, ALL_DATES, { from: USUAL_FROM, to: today });
    const rated = cells.filter(({ bucket }) => bucket !== 0);
    const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);
    return {
      total: sum(cells.map(({ n }) => n)),
      rated: sum(rated.map(({ n }) => n)),
      ratingSum: sum(rated.map(({ ratingSum }) => ratingSum)),
    };
  }
}

function* parsed(items: readonly string[]): Generator<FeedReview, void, void> {
  for (const item of items) yield JSON.parse(item) as FeedReview;
}

const busy = (): AppError =>
  new AppError('service_unavailable', 'Too many reviews are being read; retry in 1 s', { 'Retry-After': '1' });
