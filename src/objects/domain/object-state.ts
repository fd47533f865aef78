/**
 * The state of a link and of an object in one word (contract §2.1, §2.2): what lists, headers, filters and figures show. Unlike
 * `scrape_status`, which is the outcome of the last collection, it says whether all reviews were read and what keeps them away.
 * `collection/states/persistence/link-state.sql.ts` has the same rule for filters.
 */
export const LINK_STATES = [
  'off',
  'collecting',
  'paused',
  'waiting',
  'refused',
  'failed',
  'partial',
  'up_to_date',
] as const;
export type LinkStateName = (typeof LINK_STATES)[number];

export const OBJECT_STATES = ['off', 'collecting', 'paused', 'waiting', 'failed', 'partial', 'up_to_date'] as const;
export type ObjectStateName = (typeof OBJECT_STATES)[number];

/** Below this share of the platform's count a link is collected in part. */
export const PARTIAL_BELOW = 0.98;

/** Failures in which a platform answers and refuses. */
export const REFUSALS: readonly string[] = [
  'blocked',
  'rate_limited',
  'credentials_missing',
  'credentials_rejected',
  'credentials_insufficient',
];

/** The facts of a link that its state depends on. */
export interface LinkFacts {
  readonly isActive: boolean;
  readonly scrapeStatus: 'pending' | 'in_progress' | 'success' | 'failed';
  readonly scrapeError: string | null;
  readonly frozenAt: Date | null;
  readonly warning: string | null;
  readonly completeness: number | null;
}

/** The first of these that holds: off, being read, frozen, never read, failed, read in part, up to date. */
export function linkState(link: LinkFacts): LinkStateName {
  if (!link.isActive) return 'off';
  if (link.scrapeStatus === 'in_progress') return 'collecting';
  if (link.frozenAt !== null) return 'paused';
  if (link.scrapeStatus === 'pending') return 'waiting';
  return link.scrapeStatus === 'failed' ? stateOfFailed(link) : successOf(link);
}

const stateOfFailed = ({ scrapeError }: LinkFacts): LinkStateName =>
  REFUSALS.includes(scrapeError?.split(':', 1)[0] ?? '') ? 'refused' : 'failed';

const successOf = ({ warning, completeness }: LinkFacts): LinkStateName =>
  warning !== null || (completeness ?? 1) < PARTIAL_BELOW ? 'partial' : 'up_to_date';

/**
 * The state of an object, from those of its enabled links; null if it has none. It is that of the links if all are alike; `failed` if
 * none of them was read, and `partial` if some were.
 */
export function objectState(isActive: boolean, links: readonly LinkFacts[]): ObjectStateName | null {
  if (!isActive) return 'off';
  const states = new Set(links.filter((link) => link.isActive).map(linkState));
  if (states.size === 0) return null;
  if (states.has('collecting')) return 'collecting';
  if (states.has('partial')) return 'partial';
  const [first] = states;
  if (states.size === 1 && (first === 'up_to_date' || first === 'waiting' || first === 'paused')) return first;
  return states.has('up_to_date') ? 'partial' : 'failed';
}
