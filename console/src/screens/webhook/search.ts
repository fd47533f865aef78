import { PERIODS, type Period } from '../../lib/since';
import { numberOf, oneOf, type Search } from '../../lib/url-state';
import { webhookEvents, type WebhookEvent } from '../../words/en/webhook-events';

export const STATUSES = ['pending', 'success', 'dead_letter', 'failed'] as const;
export const EVENTS = Object.keys(webhookEvents) as readonly WebhookEvent[];
export const PARTS = ['attempts', 'body', 'headers', 'curl'] as const;
export type Part = (typeof PARTS)[number];

export interface DeliveriesSearch {
  readonly status?: (typeof STATUSES)[number] | undefined;
  readonly event?: WebhookEvent | undefined;
  readonly since?: Period | undefined;
  readonly offset?: number | undefined;
  /** The part of the open delivery. */
  readonly part?: Part | undefined;
}

export function deliveriesSearch(search: Search): DeliveriesSearch {
  return {
    status: oneOf(search['status'], STATUSES),
    event: oneOf(search['event'], EVENTS),
    since: oneOf(search['since'], PERIODS),
    offset: numberOf(search['offset'], 1),
    part: oneOf(search['part'], PARTS),
  };
}

const LANGUAGES = ['javascript', 'python', 'php', 'ruby', 'go'] as const;
export type Language = (typeof LANGUAGES)[number];

export function verifySearch(search: Search): { readonly language?: Language | undefined } {
  return { language: oneOf(search['language'], LANGUAGES) };
}
