/**
 * The live objects and links of an addressee. Computed for every request, because a
 * disabled object, a deleted link or a changed folder must show at once.
 *
 * Invariant: nothing deleted and nothing of another account is ever in a coverage, so a query that keeps to a coverage
 * cannot leak.
 */
export interface CoveredLink {
  readonly id: number;
  readonly objectId: number;
  readonly sourceId: number;
}

export interface Coverage {
  readonly accountId: number;
  /** Pins mean something only where one object is addressed (§4.4 rule 3). */
  readonly mode: 'object' | 'composition';
  /** Active, not deleted; ascending. */
  readonly objectIds: readonly number[];
  /** The live links whose reviews are wanted. */
  readonly links: readonly CoveredLink[];
  /** Whether these are all links that the objects have reviews of: then queries need no condition on the link. */
  readonly takesEveryLink: boolean;
}

/** The objects of an addressee, their live links, and whether removed links still have reviews, which the purge takes later. */
export interface Composition {
  readonly objectIds: readonly number[];
  readonly links: readonly CoveredLink[];
  readonly hasRemovedLinks: boolean;
}

export interface LinkFilter {
  readonly linkIds: readonly number[];
  readonly sourceIds: readonly number[];
}

/** Narrows a composition to the wanted links and sources; ids outside of it match nothing (contract §4.4). */
export function coverageOf(
  accountId: number,
  mode: Coverage['mode'],
  composition: Composition,
  filter: LinkFilter,
): Coverage {
  const wantsAll = filter.linkIds.length === 0 && filter.sourceIds.length === 0;
  if (wantsAll) {
    const { objectIds, links, hasRemovedLinks } = composition;
    return { accountId, mode, objectIds, links, takesEveryLink: !hasRemovedLinks };
  }
  const linkIds = new Set(filter.linkIds);
  const sourceIds = new Set(filter.sourceIds);
  const links = composition.links.filter(
    (link) => (linkIds.size === 0 || linkIds.has(link.id)) && (sourceIds.size === 0 || sourceIds.has(link.sourceId)),
  );
  const covered = new Set(links.map((link) => link.objectId));
  const objectIds = composition.objectIds.filter((id) => covered.has(id));
  return { accountId, mode, objectIds, links, takesEveryLink: false };
}

/** Whether it can contain no review. */
export function coversNothing(coverage: Coverage): boolean {
  return coverage.objectIds.length === 0 || coverage.links.length === 0;
}
