import type { EventType, Webhook, WebhookSettings } from '../../api/queries/webhooks';

/** A header as a form holds it. */
export interface DraftHeader {
  readonly name: string;
  readonly value: string;
}

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
  readonly format: Webhook['format'];
  /** The names of the headers that are stored. */
  readonly headerNames: readonly string[];
  /** Null: the stored headers stay. */
  readonly headers: readonly DraftHeader[] | null;
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
  format: 'hrev',
  headerNames: [],
  headers: [],
};

export function draftOf(webhook: Webhook): Draft {
  const {
    target,
    event_types: events,
    object_ids: objectIds,
    bucket_window: window,
    filters,
    format,
    header_names: headerNames,
  } = webhook;
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
    format,
    headerNames,
    headers: headerNames.length === 0 ? [] : null,
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
    format: draft.format,
    ...(isChanged(draft)
      ? { headers: Object.fromEntries(draft.headers.map(({ name, value }) => [name.trim(), value])) }
      : {}),
  };
}

/** The settings that differ from those before, so that what another tab has changed in the others stays. */
export function changedSettings(before: WebhookSettings, after: WebhookSettings): Partial<WebhookSettings> {
  const earlier = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(earlier.get(name))),
  );
}

/** Whether the headers differ from those that are stored. */
function isChanged(draft: Draft): draft is Draft & { readonly headers: readonly DraftHeader[] } {
  return draft.headers !== null && draft.headers.length + draft.headerNames.length > 0;
}

/** Whether each header has a name of its own and a value. */
export function areComplete(headers: readonly DraftHeader[] | null): boolean {
  const names = (headers ?? []).map(({ name }) => name.trim().toLowerCase());
  return (
    (headers ?? []).every(({ value }) => value !== '') && !names.includes('') && new Set(names).size === names.length
  );
}
