import { Injectable } from '@nestjs/common';
import { foldIdentity } from '@libs/kernel';
import { ObjectDirectory } from '@src/objects';
import { SourceCatalogue } from '@src/sources';
import type { Selecting } from '../domain/selection';
import type { EventType, Format } from '../domain/subscription';
import { renderSample } from '../payloads/sample';
import { VisibleReviewsQuery } from '../persistence/receivable-reviews.query';
import { judge, type Judgment } from './domain/judgment';
import { RecentReviewsQuery } from './persistence/recent-reviews.query';

export interface Preview extends Judgment {
  /** Whether the last week has reviews that were not judged. */
  readonly isWeekCut: boolean;
  /** Names in `allowed_sources` that no platform has. */
  readonly unknownSources: readonly string[];
  /** The body of a test event. */
  readonly sampleBody: string;
}

/** `POST /v3/webhooks/preview`: judges recent reviews by the rule of the fan-out. Stores nothing. */
@Injectable()
export class PreviewService {
  constructor(
    private readonly reviews: RecentReviewsQuery,
    private readonly objects: ObjectDirectory,
    private readonly visibleReviews: VisibleReviewsQuery,
    private readonly sources: SourceCatalogue,
  ) {}

  /**
   * Judges the newest reviews of the account that it may see; for `replies.new` alone, the newest with a reply. Filters do not apply to
   * `scrape.run.finished`: for it alone, no review is judged. Throws 404 for an object of another account.
   */
  async preview(
    accountId: number,
    settings: Selecting,
    eventTypes: readonly EventType[],
    format: Format,
  ): Promise<Preview> {
    await this.objects.requireAllOwned(accountId, settings.objectIds ?? []);
    const ofReviews = eventTypes.filter((type) => type !== 'scrape.run.finished');
    const onlyReplied = ofReviews.every((type) => type === 'replies.new');
    const found = ofReviews.length === 0 ? [] : await this.reviews.newest(accountId, onlyReplied);
    const ids = found.map(({ id }) => id);
    const visible = await this.visibleReviews.idsOf(accountId, ids);
    const judged = found.filter(({ id }) => visible.has(id));
    const names = new Set((settings.filters.allowed_sources ?? []).map((name) => foldIdentity(name)));
    return {
      ...judge(settings, judged),
      sampleBody: sampleBody(eventTypes[0] ?? 'reviews.new', format),
      isWeekCut: ofReviews.length > 0 && (await this.reviews.hasOlderOfWeek(accountId)),
      unknownSources: [...names].filter((name) => this.sources.bySlug(name) === undefined),
    };
  }
}

const sampleBody = (event: EventType, format: Format): string =>
  renderSample({ event, deliveryId: 0, occurredAt: new Date(), schemaVersion: 3, format, test: true }).toString('utf8');
