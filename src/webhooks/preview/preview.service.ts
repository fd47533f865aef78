import { Injectable } from '@nestjs/common';
import { foldIdentity } from '@libs/kernel';
import { AccountsService } from '@src/auth';
import { ObjectDirectory } from '@src/objects';
import { SourceCatalogue } from '@src/sources';
import { isSelected, type Selecting } from '../domain/selection';
import type { EventType } from '../domain/subscription';
import { RecentReviewsQuery } from './persistence/recent-reviews.query';

/** How many reviews are judged. */
const PREVIEWED = 100;

export interface Preview {
  /** How many of the judged reviews the webhook would receive. */
  readonly matched: number;
  /** How many reviews were judged. */
  readonly of: number;
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
    const found = ofReviews.length === 0 ? [] : await this.reviews.newest(accountId, PREVIEWED, onlyReplied);
    const { visibleReviewsPerLink: perLink } = (await this.accounts.find(accountId)).entitlements;
    const ids = found.map(({ id }) => id);
    const visible = perLink === null ? new Set(ids) : await this.reviews.visibleInTrial(accountId, ids, perLink);
    const judged = found.filter(({ id }) => visible.has(id));
    const names = new Set((settings.filters.allowed_sources ?? []).map((name) => foldIdentity(name)));
    return {
      matched: judged.filter((review) => isSelected(settings, review)).length,
      of: judged.length,
      unknownSources: [...names].filter((name) => this.sources.bySlug(name) === undefined),
    };
  }
}
