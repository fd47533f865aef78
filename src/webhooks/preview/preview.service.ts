import { Injectable } from '@nestjs/common';
import { foldIdentity } from '@libs/kernel';
import { AccountsService } from '@src/auth';
import { ObjectDirectory } from '@src/objects';
import { SourceCatalogue } from '@src/sources';
import type { Selecting } from '../domain/selection';
import type { EventType } from '../domain/subscription';
import { judge, type Judgment } from './domain/judgment';
import { RecentReviewsQuery, type RecentReview } from './persistence/recent-reviews.query';

export interface Preview extends Judgment {
  /** Whether the last week has reviews that were not judged. */
  readonly isWeekCut: boolean;
  /** Names in `allowed_sources` that no platform has. */
  readonly unknownSources: readonly string[];
}

/** `POST /v3/webhooks/preview`: judges recent reviews by the rule of the fan-out. Stores nothing. */
@Injectable()
export class PreviewService {
  constructor(
    private readonly reviews: RecentReviewsQuery,
    private readonly objects: ObjectDirectory,
    private readonly accounts: AccountsService,
    private readonly sources: SourceCatalogue,
  ) {}

  /**
   * Judges the newest reviews of the account that it may see; for `replies.new` alone, the newest with a reply. Filters do not apply to
   * `scrape.run.finished`: for it alone, no review is judged. Throws 404 for an object of another account.
   */
  async preview(accountId: number, settings: Selecting, eventTypes: readonly EventType[]): Promise<Preview> {
    await this.objects.requireAllOwned(accountId, settings.objectIds ?? []);
    const ofReviews = eventTypes.filter((type) => type !== 'scrape.run.finished');
    const onlyReplied = ofReviews.every((type) => type === 'replies.new');
    const found = ofReviews.length === 0 ? [] : await this.reviews.newest(accountId, onlyReplied);
    const names = new Set((settings.filters.allowed_sources ?? []).map((name) => foldIdentity(name)));
    return {
      ...judge(settings, await this.visible(accountId, found)),
      isWeekCut: ofReviews.length > 0 && (await this.reviews.hasOlderOfWeek(accountId)),
      unknownSources: [...names].filter((name) => this.sources.bySlug(name) === undefined),
    };
  }

  /** Those of the reviews that the account may see by its plan. */
  private async visible(accountId: number, found: readonly RecentReview[]): Promise<readonly RecentReview[]> {
    const { visibleReviewsPerLink: perLink } = (await this.accounts.find(accountId)).entitlements;
    if (perLink === null) return found;
    const ids = found.map(({ id }) => id);
    const visible = await this.reviews.visibleInTrial(accountId, ids, perLink);
    return found.filter(({ id }) => visible.has(id));
  }
}
