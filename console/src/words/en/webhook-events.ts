import type { components } from '../../api/schema.gen';

export type WebhookEvent = components['schemas']['Webhook']['event_types'][number];

/** The events of webhooks, in the order in which they are offered: what is sent, and when. */
export const webhookEvents: Readonly<Record<WebhookEvent, { readonly sends: string; readonly when: string }>> = {
  'reviews.new': { sends: 'new reviews', when: 'A review appears for the first time' },
  'replies.new': { sends: 'new replies', when: 'A review gets its first reply' },
  'reviews.updated': { sends: 'changed reviews', when: 'A review changes on its platform' },
  'reviews.deleted': { sends: 'deleted reviews', when: 'A review is gone from its platform' },
  'reviews.restored': { sends: 'restored reviews', when: 'A review that was gone is back' },
  'scrape.run.finished': { sends: 'finished collections', when: 'A collection has ended, even with nothing new' },
};
