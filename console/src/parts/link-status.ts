import type { StatusName } from './status';

/** The state of a link, or of an object, as the API names it. */
export type LinkState = 'off' | 'collecting' | 'paused' | 'waiting' | 'refused' | 'failed' | 'partial' | 'up_to_date';

/** The facts of a link that say why its last collection ended. */
export interface LinkFacts {
  readonly is_active: boolean;
  readonly state: LinkState;
  readonly frozen_at: string | null;
  readonly scrape_status: 'pending' | 'in_progress' | 'success' | 'failed';
  readonly scrape_error: string | null;
  readonly stop_reason: string | null;
  readonly warning: string | null;
  readonly completeness: number | null;
}

/** The word and the shape of a state. The API names the state of a link and of an object; the console shows it everywhere alike. */
const STATUSES: Readonly<Record<LinkState, StatusName>> = {
  off: 'off',
  collecting: 'collecting',
  paused: 'paused',
  waiting: 'waiting',
  refused: 'failed',
  failed: 'broken',
  partial: 'partial',
  up_to_date: 'upToDate',
};

/** The status of a link or of an object. */
export const statusOf = (state: LinkState): StatusName => STATUSES[state];

/** The code of the reason why the last collection ended; null before the first one. */
export function stopCode(link: Pick<LinkFacts, 'scrape_error' | 'stop_reason'>): string | null {
  return link.scrape_error?.split(':', 1)[0] ?? link.stop_reason;
}
