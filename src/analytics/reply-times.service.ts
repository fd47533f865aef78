import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { pageOf, type Page, type PageRequest, type Selection } from '@libs/kernel';
import {
  coversNothing,
  NO_REPLY_TIMES,
  ofObjects,
  ReplyTimesQuery,
  ReviewCountQuery,
  type CountCell,
  type CountedRange,
  type CountedScope,
} from '@src/reviews';
import { SourceCatalogue } from '@src/sources';
import type { Applied } from './analytics.service';
import { CountedScopes, type CountParams, type Reader, type TrialAccess } from './counted-scopes';
import { summaryRange, SUMMARY_START } from './domain/applied-range';
import { figuresOf } from './domain/figures';
import { replyFigures, type ReplyTimeFigures } from './domain/reply-figures';
import { ObjectFactsQuery } from './persistence/object-facts.query';

export interface ReplyTimesOfSource {
  readonly sourceId: number;
  readonly sourceName: string;
  readonly figures: ReplyTimeFigures;
}

export interface ReplyTimesSummary {
  readonly applied: Applied;
  readonly total: ReplyTimeFigures;
  readonly bySource: readonly ReplyTimesOfSource[];
  /** Null if all reviews are visible. */
  readonly access: TrialAccess | null;
}

export interface ReplyTimesOfObject {
  readonly objectId: number;
  readonly name: string;
  readonly figures: ReplyTimeFigures;
}

/** How many reviews were answered, and how soon, by platform and by object (contract §4.7). */
@Injectable()
export class ReplyTimesService {
  constructor(
    private readonly scopes: CountedScopes,
    private readonly counts: ReviewCountQuery,
    private readonly times: ReplyTimesQuery,
    private readonly facts: ObjectFactsQuery,
    private readonly sources: SourceCatalogue,
    private readonly database: Database,
  ) {}

  /** The figures of all matching reviews, in total and by source. Throws 422 for contradicting bounds, 404 for an object or folder of another account. */
  async summary(
    reader: Reader,
    selection: Selection,
    params: CountParams,
    most = REPLIES_READ,
  ): Promise<ReplyTimesSummary> {
    const now = new Date();
    const range = summaryRange(params.published, dateOf(now));
    const { scope, everything } = await this.scopes.of(reader, selection, params);
    const figures = await this.figures({ scope, selection: scope, range, most }, 'source', async (counted) => {
      const cells = await this.counts.ofSummary(scope, counted, usualUntil(now));
      return (sourceId) => (sourceId === null ? cells : cells.filter((cell) => cell.sourceId === sourceId));
    });
    const sourceIds = [...new Set(scope.coverage.links.map((link) => link.sourceId))].sort((a, b) => a - b);
    return {
      applied: { selection, objectIds: everything.objectIds, range, sourceIds: params.sourceIds, generatedAt: now },
      total: figures(null),
      bySource: sourceIds.map((sourceId) => ({
        sourceId,
        sourceName: this.sources.slugOf(sourceId),
        figures: figures(sourceId),
      })),
      access: await this.scopes.trialAccess(reader, everything),
    };
  }

  /** A page of the live objects of the selection, by id, including those without reviews. Throws as `summary` does. */
  async objects(
    reader: Reader,
    selection: Selection,
    params: CountParams & PageRequest,
    most = REPLIES_READ,
  ): Promise<Page<ReplyTimesOfObject>> {
    const now = new Date();
    const range = summaryRange(params.published, dateOf(now));
    const { scope: whole, everything } = await this.scopes.of(reader, selection, params);
    const ids = everything.objectIds.slice(params.offset, params.offset + params.limit);
    const scope = { ...whole, coverage: ofObjects(whole.coverage, ids) };
    const figures = await this.figures({ scope, selection: whole, range, most }, 'object', async (counted) => {
      const cells = await this.counts.ofObjects(scope, counted, usualUntil(now));
      return (objectId) => (objectId === null ? [] : (cells.get(objectId) ?? []));
    });
    const facts = await this.facts.of(whole.coverage, ids);
    const data = ids.map((objectId) => ({
      objectId,
      name: facts.get(objectId)?.name ?? '',
      figures: figures(objectId),
    }));
    return pageOf(data, everything.objectIds.length, params);
  }

  /**
   * The figures of the reviews by the keys that `countIn` counts, all of one state of the database, because the replies without a time are what
   * is left of the counted ones. The period of the times depends on the whole selection, so that it is the same on every page.
   */
  private async figures(
    { scope, selection, range, most }: TimedQuestion,
    key: 'source' | 'object',
    countIn: (range: CountedRange) => Promise<CellsOf>,
  ): Promise<(key: number | null) => ReplyTimeFigures> {
    if (coversNothing(scope.coverage))
      return () => replyFigures(figuresOf([]), { from: null, answered: 0, times: NO_REPLY_TIMES });
    return this.database.snapshot(async () => {
      const from = await this.times.readableFrom(selection, range, most);
      const timed = from === null ? range : { from, to: range.to, undated: false };
      const cells = await countIn(range);
      const timedCells = from === null ? cells : await countIn(timed);
      const times = await this.times.by(key, scope, timed);
      return (of) => {
        const { withReply: answered } = figuresOf(timedCells(of));
        return replyFigures(figuresOf(cells(of)), { from, answered, times: times.get(of) ?? NO_REPLY_TIMES });
      };
    });
  }
}

interface TimedQuestion {
  readonly scope: CountedScope;
  /** All that the request selects, of which `scope` may be a page. */
  readonly selection: CountedScope;
  readonly range: CountedRange;
  /** How many replies are read. */
  readonly most: number;
}

/** The cells of a source or an object; null: of all. */
type CellsOf = (key: number | null) => readonly CountCell[];

/** How many replies are read for their times, at most: 0.5 s of CPU time (ADR 42). A statement may take 5 s, also on a loaded machine. */
const REPLIES_READ = 1_000_000;

const dateOf = (instant: Date): string => instant.toISOString().slice(0, 10);
const usualUntil = (now: Date): { readonly from: string; readonly to: string } => ({
  from: SUMMARY_START,
  to: dateOf(now),
});
