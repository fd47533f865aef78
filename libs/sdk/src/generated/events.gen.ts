// Written by `npm run sdk` from the OpenAPI document of v3.
/** The types of events that a webhook can subscribe to. */
export const EVENT_TYPES = [
  'reviews.new',
  'replies.new',
  'scrape.run.finished',
  'reviews.updated',
  'reviews.deleted',
  'reviews.restored',
] as const;

/** The type of an event. */
export type EventType = (typeof EVENT_TYPES)[number];
