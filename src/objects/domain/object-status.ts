/**
 * The status of an object, computed from its links (contract §2.1). Disabled links are not counted.
 *
 *   no enabled link, or none collected yet   pending
 *   any running                              in_progress
 *   every enabled link collected             success
 *   some                                     partial
 *   none, after an attempt                   failed
 *
 * A new link makes an object with collected links `partial` until the new link is collected. It does not change the status of an object
 * whose links failed.
 */
export type LinkStatus = 'pending' | 'in_progress' | 'success' | 'failed';
export type ObjectStatus = LinkStatus | 'partial';

/** The part of a link that the object's status depends on. */
export interface LinkState {
  readonly isActive: boolean;
  readonly scrapeStatus: LinkStatus;
  readonly lastScrapedAt: Date | null;
}

export function objectStatus(links: readonly LinkState[]): ObjectStatus {
  const statuses = links.filter((link) => link.isActive).map((link) => link.scrapeStatus);
  if (statuses.includes('in_progress')) return 'in_progress';
  if (statuses.every((status) => status === 'pending')) return 'pending';
  if (statuses.every((status) => status === 'success')) return 'success';
  return statuses.includes('success') ? 'partial' : 'failed';
}

/** The latest collection among the enabled links, or null. */
export function lastScrapedAt(links: readonly LinkState[]): Date | null {
  return links
    .filter((link) => link.isActive)
    .map((link) => link.lastScrapedAt)
    .reduce((latest, at) => (latest === null || (at !== null && at > latest) ? at : latest), null);
}
