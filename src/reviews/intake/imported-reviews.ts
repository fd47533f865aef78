import type { Database, PreparedStatement, Row } from '@libs/database';
import { inTurns } from '@libs/kernel';
import { candidatesAmong } from './candidates';
import { mayBeAnyOf } from './domain/carry-over';
import type { ComparedReview } from './domain/compared-review';
import { matchImported } from './domain/match-imported';
import { comparedReviews } from './domain/match-reviews';
import type { Incoming } from './page-decision';
import { isDerivedId } from './persistence/review-identity';
import { ImportedReviewStore } from './persistence/imported-review.store';
import type { KnownReview, ReviewIntakeStore } from './persistence/review-intake.store';
import { identifyingFields, type IntakeLink } from './persistence/review-row';
import { UnseenReviewStore } from './persistence/unseen-review.store';

/** An import brought reviews of the link after a page was compared with those that were there. */
export class ImportedMeanwhile extends Error {
  constructor() {
    super('an import brought reviews of the link');
    this.name = 'ImportedMeanwhile';
  }
}

/** What new reviews of a page have in common with those that only imports have brought. */
export interface FoundImported {
  /** The stored ids of recognized reviews by the ids of the page. */
  readonly pairs: ReadonlyMap<string, string>;
  /** Their rows, by the stored ids. */
  readonly known: ReadonlyMap<string, KnownReview>;
  /** The newest change among the imported reviews of the link; 0 without any. */
  readonly newestChange: number;
}

const NOTHING: FoundImported = { pairs: new Map(), known: new Map(), newestChange: 0 };

/** Recognizes reviews that a collection finds and an import brought under another id, so that they become one row (contract §4.22). */
export class ImportedReviews {
  private readonly rows: ImportedReviewStore;
  private readonly unseen: UnseenReviewStore;

  constructor(
    private readonly store: ReviewIntakeStore,
    database: Database,
  ) {
    this.rows = new ImportedReviewStore(database);
    this.unseen = new UnseenReviewStore(database);
  }

  /**
   * Compares reviews that are not stored, by the ids of the page, with the imported ones of the link. With `looksUp` false, the link has none:
   * `newestChangeStatement` finds out if that is still so when they are written.
   */
  async recognize(link: IntakeLink, unknown: ReadonlyMap<string, Incoming>, looksUp: boolean): Promise<FoundImported> {
    if (unknown.size === 0 || !looksUp) return NOTHING;
    const newestChange = await this.rows.newestChange(link);
    if (newestChange === 0) return NOTHING;
    const fields = [...unknown].map(([id, { prepared }]) => ({ ...identifyingFields(prepared), externalId: id }));
    const incoming = await inTurns(comparedReviews(fields));
    const ids = await this.rows.idsLike(link, fields, 'imported');
    const candidates = await candidatesAmong(this.unseen, link, ids, mayBeAnyOf(incoming));
    const imported = candidates.map(({ review }) => review);
    const { pairs } = await matchImported(incoming, imported, { asOf: new Date(), isDerived });
    const known = await this.store.known(link, new Map([...pairs.values()].map((storedId) => [storedId, NO_HASH])));
    // One that was removed meanwhile is not there.
    return { pairs: new Map([...pairs].filter(([, storedId]) => known.has(storedId))), known, newestChange };
  }

  newestChangeStatement(link: IntakeLink): PreparedStatement {
    return this.rows.newestChangeStatement(link);
  }

  newestChange(rows: readonly Row[]): number {
    return this.rows.newestChangeOf(rows);
  }
}

const isDerived = ({ id }: ComparedReview): boolean => isDerivedId(id);

/** The content is not compared: what an import has brought is always written. */
const NO_HASH = '0'.repeat(32);
