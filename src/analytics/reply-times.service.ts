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
  type ReplyTimes,
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
  async summary(reader: Reader, selection: Selection, params: CountParams): Promise<ReplyTimesSummary> {
    const now = new Date();
    const range = summaryRange(params.published, dateOf(now));
    const { scope, everything } = await this.scopes.of(reader, selection, params);
    const { cells, times } = await this.read(scope, range, dateOf(now));
    const ofSource = (id: number): readonly CountCell[] => cells.filter((cell) => cell.sourceId === id);
    const sourceIds = [...new Set(scope.coverage.links.map((link) => link.sourceId))].sort((a, b) => a - b);
    return {
      applied: { selection, objectIds: everything.objectIds, range, sourceIds: params.sourceIds, generatedAt: now },
      total: replyFigures(figuresOf(cells), times.get(null) ?? NO_REPLY_TIMES),
      bySource: sourceIds.map((sourceId) => ({
        sourceId,
        sourceName: this.sources.slugOf(sourceId),
        figures: replyFigures(figuresOf(ofSource(sourceId)), times.get(sourceId) ?? NO_REPLY_TIMES),
      })),
      access: await this.scopes.trialAccess(reader, everything),
    };
  }

  /** A page of the live objects of the selection, by id, including those without reviews. Throws as `summary` does. */
  async objects(
    reader: Reader,
    selection: Selection,
    params: CountParams & PageRequest,
  ): Promise<Page<ReplyTimesOfObject>> {
    const today = dateOf(new Date());
    const range = summaryRange(params.published, today);
    const { scope: whole, everything } = await this.scopes.of(reader, selection, params);
    const ids = everything.objectIds.slice(params.offset, params.offset + params.limit);
    const scope = { ...whole, coverage: ofObjects(whole.coverage, ids) };
    const { cells, times } = await this.database.snapshot(async () =>
      coversNothing(scope.coverage)
        ? { cells: new Map<number, readonly CountCell[]>(), times: new Map<number | null, ReplyTimes>() }
        : {
            cells: await this.counts.ofObjects(scope, range, { from: SUMMARY_START, to: today }),
            times: await this.times.by('object', scope, range),
          },
    );
    const facts = await this.facts.of(whole.coverage, ids);
    const data = ids.map((objectId) => ({
      objectId,
      name: facts.get(objectId)?.name ?? '',
      figures: replyFigures(figuresOf(cells.get(objectId) ?? []), times.get(objectId) ?? NO_REPLY_TIMES),
    }));
    return pageOf(data, everything.objectIds.length, params);
  }

  /** Counts and times of one state of the database, because the replies without a date are what is left of the counted ones. */
  private async read(
    scope: CountedScope,
    range: CountedRange,
    today: string,
  ): Promise<{ readonly cells: readonly CountCell[]; readonly times: ReadonlyMap<number | null, ReplyTimes> }> {
    if (coversNothing(scope.coverage)) return { cells: [], times: new Map() };
    return this.database.snapshot(async () => ({
      cells: await this.counts.ofSummary(scope, range, { from: SUMMARY_START, to: today }),
      times: await this.times.by('source', scope, range),
    }));
  }
}

const dateOf = (instant: Date): string => instant.toISOString().slice(0, 10);
