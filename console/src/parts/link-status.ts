import type { StatusName } from './status';

/** The facts of a link that determine its state. */
export interface LinkFacts {
  readonly is_active: boolean;
  readonly frozen_at: string | null;
  readonly scrape_status: 'pending' | 'in_progress' | 'success' | 'failed';
  readonly scrape_error: string | null;
  readonly stop_reason: string | null;
  readonly warning: string | null;
  readonly completeness: number | null;
}

/** Below this share of the platform's count a link is collected in part. */
export const PARTIAL_BELOW = 0.98;

/** Failures in which a platform answers and refuses. */
const REFUSALS = new Set([
  'blocked',
  'rate_limited',
  'credentials_missing',
  'credentials_rejected',
  'credentials_insufficient',
]);

/** The state of a link. */
export function linkStatus(link: LinkFacts): StatusName {
  if (!link.is_active) return 'off';
  if (link.scrape_status === 'in_progress') return 'collecting';
  if (link.frozen_at !== null) return 'paused';
  if (link.scrape_status === 'pending') return 'waiting';
  if (link.scrape_status === 'failed') return REFUSALS.has(stopCode(link) ?? '') ? 'failed' : 'broken';
  return isPartial(link) ? 'partial' : 'upToDate';
}

/** Whether a successful collection lacks reviews of the platform. */
function isPartial({ completeness, warning }: LinkFacts): boolean {
  return warning !== null || (completeness !== null && completeness < PARTIAL_BELOW);
}

/** The code of the reason why the last collection ended; null before the first one. */
export function stopCode(link: Pick<LinkFacts, 'scrape_error' | 'stop_reason'>): string | null {
  return link.scrape_error?.split(':', 1)[0] ?? link.stop_reason;
}
