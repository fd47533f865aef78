import { Injectable } from '@nestjs/common';
import { AppError, pageOf, type Page, type PageRequest, type Selection } from '@libs/kernel';
import { completeness } from '@src/links';
import { coversNothing, ReviewCountQuery, type CountCell, type CountedRange, type CountedScope } from '@src/reviews';
import { CountedScopes, type CountParams, type Reader } from './counted-scopes';
import { summaryRange, SUMMARY_START, type RequestedRange } from './domain/applied-range';
import { figuresOf, type Figures } from './domain/figures';
import { orderedIds, type ObjectSort, type SortOrder } from './domain/object-order';
import { ObjectFactsQuery, type ObjectFacts } from './persistence/object-facts.query';

export interface ObjectFiguresParams extends CountParams, PageRequest {
  /** The range of `before`; null: no comparison. */
  readonly compared: RequestedRange | null;
  readonly sortBy: ObjectSort;
  readonly sortOrder: SortOrder;
}

export interface ObjectFigures {
  readonly objectId: number;
  readonly name: string;
  readonly figures: Figures;
  /** 0-1; null if no platform states how many reviews the object has. */
  readonly completeness: number | null;
  /** The figures of the compared range; null without one. */
  readonly before: Figures | null;
}

type CellsOfObjects = ReadonlyMap<number, readonly CountCell[]>;

/** An object with its figures, before its facts are read. */
interface Counted {
  readonly objectId: number;
  readonly figures: Figures;
  readonly before: Figures | null;
}

/** Sort orders that need the facts of every object, and not only of the page. */
const SORTED_BY_FACTS: ReadonlySet<ObjectSort> = new Set(['name', 'completeness']);

/** The figures of each object of a selection: those of the summary of the object alone (contract §4.7). */
@Injectable()
export class ObjectFiguresService {
  constructor(
    private readonly scopes: CountedScopes,
    private readonly counts: ReviewCountQuery,
    private readonly facts: ObjectFactsQuery,
  ) {}

  /**
   * A page of the live objects of the selection, including those without reviews. Each range is counted in one statement for all
   * objects. Throws 422 for contradicting parameters, 404 for an object or folder of another account.
   */
  async page(reader: Reader, selection: Selection, params: ObjectFiguresParams): Promise<Page<ObjectFigures>> {
    const { sortBy, compared } = params;
    if (sortBy === 'avg_rating_change' && compared === null)
      throw new AppError('validation_error', 'sort_by: avg_rating_change needs compare_from or compare_to');
    const today = new Date().toISOString().slice(0, 10);
    const range = summaryRange(params.published, today);
    const comparedRange = compared && summaryRange(compared, today, 'compare');
    const { scope, everything } = await this.scopes.of(reader, selection, params);
    const [now, before, allFacts] = await Promise.all([
      this.cells(scope, range, today),
      comparedRange && this.cells(scope, comparedRange, today),
      SORTED_BY_FACTS.has(sortBy) ? this.facts.of(scope.coverage, everything.objectIds) : null,
    ]);
    const counted = new Map(everything.objectIds.map((objectId) => [objectId, countedOf(objectId, now, before)]));
    const sortable = [...counted.values()].map((object) => ({
      objectId: object.objectId,
      value: SORT_VALUES[sortBy](object, allFacts?.get(object.objectId)),
    }));
    const ids = orderedIds(sortable, params.sortOrder).slice(params.offset, params.offset + params.limit);
    const facts = allFacts ?? (await this.facts.of(scope.coverage, ids));
    const data = ids.map((id) => withFacts(counted.get(id) ?? countedOf(id, now, before), facts.get(id)));
    return pageOf(data, everything.objectIds.length, params);
  }

  private async cells(scope: CountedScope, range: CountedRange, today: string): Promise<CellsOfObjects> {
    if (coversNothing(scope.coverage)) return new Map();
    return this.counts.ofObjects(scope, range, { from: SUMMARY_START, to: today });
  }
}

function countedOf(objectId: number, now: CellsOfObjects, before: CellsOfObjects | null): Counted {
  return {
    objectId,
    figures: figuresOf(now.get(objectId) ?? []),
    before: before && figuresOf(before.get(objectId) ?? []),
  };
}

function withFacts(object: Counted, facts: ObjectFacts | undefined): ObjectFigures {
  return { ...object, name: facts?.name ?? '', completeness: completenessOf(facts) };
}

const completenessOf = (facts: ObjectFacts | undefined): number | null =>
  facts ? completeness(facts.collectedCount, facts.platformCount) : null;

type SortValue = (object: Counted, facts: ObjectFacts | undefined) => number | string | null;

const SORT_VALUES: Readonly<Record<ObjectSort, SortValue>> = {
  name: (_, facts) => facts?.name ?? null,
  review_count: ({ figures }) => figures.reviewCount,
  avg_rating: ({ figures }) => figures.averageRating,
  avg_rating_change: ({ figures, before }) => differenceOf(figures.averageRating, before?.averageRating ?? null),
  total_with_reply: ({ figures }) => figures.withReply,
  unanswered_negative: ({ figures }) => figures.unansweredNegative,
  completeness: (_, facts) => completenessOf(facts),
};

/** In hundredths, so that equal changes are equal numbers. */
const differenceOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null ? null : Math.round((now - before) * 100);
