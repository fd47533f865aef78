/**
 * The live objects and links of a selection: an object, a folder or the account. It is computed for every request, because a disabled
 * object, a deleted link or a changed folder must take effect at once.
 *
 * Invariant: a coverage contains no deleted object or link, and no object or link of another account. A query that is restricted to a
 * coverage therefore cannot return reviews of another account.
 */
export interface CoveredLink {
  readonly id: number;
  readonly objectId: number;
  readonly sourceId: number;
}

export interface Coverage {
  readonly accountId: number;
  /** Whether the selection is one object: pins apply only then (contract §4.4 rule 3). */
  readonly mode: 'object' | 'objects';
  /** Objects that are neither disabled nor deleted, in ascending order. */
  readonly objectIds: readonly number[];
  /** The live links whose reviews are requested. */
  readonly links: readonly CoveredLink[];
  /** True if no other link of these objects has stored reviews. Queries then need no condition on the link. */
  readonly includesEveryLink: boolean;
}

/** The objects of a selection, their live links, and whether removed links still have reviews. The purge deletes such reviews later. */
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
  const coveredObjectIds = new Set(links.map((link) => link.objectId));
  const objectIds = composition.objectIds.filter((id) => coveredObjectIds.has(id));
  return { accountId, mode, objectIds, links, includesEveryLink: false };
}

/** The part of a coverage that is of these objects. */
export function ofObjects(coverage: Coverage, objectIds: readonly number[]): Coverage {
  const chosen = new Set(objectIds);
  return {
    ...coverage,
    objectIds: coverage.objectIds.filter((id) => chosen.has(id)),
    links: coverage.links.filter((link) => chosen.has(link.objectId)),
  };
}

/** Whether the coverage has no object or no link, and therefore no review. */
export function coversNothing(coverage: Coverage): boolean {
  return coverage.objectIds.length === 0 || coverage.links.length === 0;
}
