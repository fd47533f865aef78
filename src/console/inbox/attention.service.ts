import { Injectable } from '@nestjs/common';
import { wireTime, wireTimeOrNull, type Selection } from '@libs/kernel';
import { AccountsService, type Caller } from '@src/auth';
import { completenessOfLinks } from '@src/links';
import {
  coverageOf,
  CoverageService,
  coversNothing,
  OldestUnansweredQuery,
  ReviewCountQuery,
  type Coverage,
} from '@src/reviews';
import { attentionList, TRIAL_NOTICE_MS, type AttentionItem, type Trouble } from './domain/attention';
import { AttentionQuery, type CollectedDay } from './persistence/attention.query';

/** The account that sends the request, and the entitlements of its plan. */
export type Reader = Pick<Caller, 'accountId' | 'entitlements'>;

export interface Attention {
  readonly items: readonly AttentionItem[];
  readonly collection: {
    readonly links: number;
    readonly upToDate: number;
    /** 0-1; null if no link was read whose platform states how many reviews there are, and none waits to be read. */
    readonly completeness: number | null;
    readonly lastAt: string | null;
    readonly nextAt: string | null;
    readonly day: CollectedDay;
  };
}

const NEGATIVE = { lowest: 100, highest: 299, unrated: false };
const ANY_DATE = { from: '0001-01-01', to: '9999-12-31', undated: true };
const MOST_OBJECTS = 5;

/** What needs attention in the account, a folder or an object, and the state of its collection. */
@Injectable()
export class AttentionService {
  constructor(
    private readonly coverages: CoverageService,
    private readonly counts: ReviewCountQuery,
    private readonly unanswered: OldestUnansweredQuery,
    private readonly accounts: AccountsService,
    private readonly attention: AttentionQuery,
  ) {}

  /**
   * Webhooks and the trial are part of the whole account only. The statements run one after another, on one connection. Throws 404 for an object or folder of another account.
   */
  async read(reader: Reader, selection: Selection): Promise<Attention> {
    const { mode, composition } = await this.coverages.resolve(reader.accountId, selection);
    const coverage = coverageOf(reader.accountId, mode, composition, { linkIds: [], sourceIds: [] });
    const troubles = await this.troubles(reader, coverage, selection.kind === 'account');
    const state = await this.attention.collectionState(coverage);
    const day = await this.attention.lastDay(coverage);
    return {
      items: attentionList(troubles),
      collection: {
        links: state.links,
        upToDate: state.upToDate,
        completeness: completenessOfLinks(state),
        lastAt: wireTimeOrNull(state.lastAt),
        nextAt: wireTimeOrNull(state.nextAt),
        day,
      },
    };
  }

  private async troubles(reader: Reader, coverage: Coverage, isWholeAccount: boolean): Promise<readonly Trouble[]> {
    const { accountId } = reader;
    const ofObjects = [
      ...(await this.unansweredReviews(reader, coverage)),
      ...(await this.attention.ofObjects(coverage)),
    ];
    if (!isWholeAccount) return ofObjects;
    return [...ofObjects, ...(await this.attention.ofWebhooks(accountId)), ...(await this.endingTrial(accountId))];
  }

  /** Counts as the summary does (contract §4.7): hidden reviews and, on trial, only visible ones. */
  private async unansweredReviews(
    { accountId, entitlements }: Reader,
    coverage: Coverage,
  ): Promise<readonly Trouble[]> {
    if (coversNothing(coverage)) return [];
    const { visibleReviewsPerLink: visiblePerLink } = entitlements;
    const cells = await this.counts.ofObjects({ coverage, rating: NEGATIVE, visiblePerLink }, ANY_DATE, ANY_DATE);
    const byObject = [...cells]
      .map(([objectId, ofObject]) => ({
        objectId,
        n: ofObject.reduce((sum, cell) => sum + cell.n - cell.withReply, 0),
      }))
      .filter(({ n }) => n > 0)
      .sort((a, b) => b.n - a.n || a.objectId - b.objectId);
    if (byObject.length === 0) return [];
    const waiting = { ...coverage, accountId, objectIds: byObject.map(({ objectId }) => objectId) };
    return [
      {
        kind: 'unanswered',
        sourceId: null,
        reason: null,
        frozen: 0,
        count: byObject.reduce((sum, { n }) => sum + n, 0),
        // On trial, the oldest review may be one that is not visible.
        since: visiblePerLink === null ? await this.unanswered.dateAmong(waiting) : null,
        until: null,
        objectIds: waiting.objectIds.slice(0, MOST_OBJECTS),
      },
    ];
  }

  private async endingTrial(accountId: number): Promise<readonly Trouble[]> {
    const { plan, trialEndsAt } = await this.accounts.find(accountId);
    if (plan !== 'trial' || trialEndsAt === null || trialEndsAt.getTime() - Date.now() > TRIAL_NOTICE_MS) return [];
    const until = wireTime(trialEndsAt);
    return [
      { kind: 'trial_ending', sourceId: null, reason: null, frozen: 0, count: 1, since: null, until, objectIds: [] },
    ];
  }
}
