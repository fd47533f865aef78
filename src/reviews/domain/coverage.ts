/**
 * The live objects and links of an addressee. Computed for every request, because a disabled object, a deleted link or a
 * changed folder must take effect at once.
 *
 * Invariant: a coverage contains no deleted object or link and none of another account, so a query that is restricted to a
 * coverage cannot return reviews of another account.
 */
export interface CoveredLink {
  readonly id: number;
  readonly objectId: number;
  readonly sourceId: number;
}

export interface Coverage {
  readonly accountId: number;
  /** Pins apply only if one object is addressed (§4.4 rule 3). */
  readonly mode: 'object' | 'composition';
  /** Active, not deleted; ascending. */
  readonly objectIds: readonly number[];
  /** The live links whose reviews are requested. */
  readonly links: readonly CoveredLink[];
  /** True if `links` are all links of these objects that have stored reviews. Queries then need no condition on the link. */
  readonly includesEveryLink: boolean;
}

/** The objects of an addressee, their live links, and whether removed links still have reviews, which the purge deletes later. */
export interface Composition {
  readonly objectIds: readonly number[];
  readonly links: readonly CoveredLink[];
  readonly hasRemovedLinks: boolean;
}

export interface LinkFilter {
  readonly linkIds: readonly number[];
  readonly sourceIds: readonly number[];
}

/** Restricts a composition to the requested links and sources. Ids outside the composition match nothing (contract §4.4). */
export function coverageOf(
  accountId: number,
  mode: Coverage['mode'],
  composition: Composition,
  filter: LinkFilter,
): Coverage {
  const isUnfiltered = filter.linkIds.length === 0 && filter.sourceIds.length === 0;
  if (isUnfiltered) {
    const { objectIds, links, hasRemovedLinks } = composition;
    return { accountId, mode, objectIds, links, includesEveryLink: !hasRemovedLinks };
  }
  const linkIds = new Set(filter.linkIds);
  const sourceIds = new Set(filter.sourceIds);
  const links = composition.links.filter(
    (link) => (linkIds.size === 0 || linkIds.has(link.id)) && (sourceIds.size === 0 || sourceIds.has(link.sourceId)),
  );
  const covered = new Set(links.map((link) => link.objectId));
  const objectIds = composition.objectIds.filter((id) => covered.has(id));
  return { accountId, mode, objectIds, links, includesEveryLink: false };
}

/** Whether the coverage has no object or no link, and therefore no review. */
export function coversNothing(coverage: Coverage): boolean {
  return coverage.objectIds.length === 0 || coverage.links.length === 0;
}
