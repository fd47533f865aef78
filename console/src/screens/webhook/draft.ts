import type { EventType, Webhook, WebhookSettings } from '../../api/queries/webhooks';

/** What a form holds; `objectIds` is null for all objects. */
export interface Draft {
  /** Empty before it is given. */
  readonly target: string;
  readonly events: readonly EventType[];
  readonly objectIds: readonly number[] | null;
  readonly window: string;
  readonly ratings: readonly number[];
  readonly sources: readonly string[];
  readonly hasText: boolean;
  readonly hasImages: boolean;
}

/** The bucket of reviews without a rating. */
export const UNRATED = 0;

const EVERY_RATED: readonly number[] = [1, 2, 3, 4, 5];

export const EMPTY_DRAFT: Draft = {
  target: '',
  events: ['reviews.new'],
  objectIds: null,
  window: 'immediate',
  ratings: EVERY_RATED,
  sources: [],
  hasText: false,
  hasImages: false,
};

export function draftOf({
  target,
  event_types: events,
  object_ids: objectIds,
  bucket_window: window,
  filters,
}: Webhook): Draft {
  const { allowed_ratings: ratings, allowed_sources: sources, has_text: hasText, has_images: hasImages } = filters;
  return {
    target: target ?? '',
    events: events as readonly EventType[],
    objectIds,
    window,
    ratings: ratings?.length ? ratings : EVERY_RATED,
    sources: sources ?? [],
    hasText: hasText ?? false,
    hasImages: hasImages ?? false,
  };
}

/** The body of the API. What does not filter is left out. */
export function settingsOf(draft: Draft): WebhookSettings {
  const isEveryRated = [...draft.ratings].sort().join() === EVERY_RATED.join();
  return {
    target: draft.target.trim(),
    event_types: [...draft.events],
    object_ids: draft.objectIds === null ? null : [...draft.objectIds],
    bucket_window: draft.window as NonNullable<WebhookSettings['bucket_window']>,
    filters: {
      ...(isEveryRated ? {} : { allowed_ratings: [...draft.ratings] }),
      ...(draft.sources.length === 0 ? {} : { allowed_sources: [...draft.sources] }),
      ...(draft.hasText ? { has_text: true } : {}),
      ...(draft.hasImages ? { has_images: true } : {}),
    },
  };
}
