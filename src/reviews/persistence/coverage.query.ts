import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { Composition, CoveredLink } from '../domain/coverage';

interface CompositionRow {
  readonly is_active: boolean;
  readonly links: readonly CoveredLink[] | null;
  readonly has_removed_links: boolean;
}

const LINKS_OF = `
  select o.id, o.is_active, l.links, coalesce(l.has_removed_links, false) as has_removed_links
  from tracked_object o
  left join lateral (
    select json_agg(json_build_object('id', l.id, 'objectId', l.object_id, 'sourceId', l.source_id) order by l.id)
        filter (where l.deleted_at is null) as links,
      bool_or(l.deleted_at is not null) as has_removed_links
    from link l where l.account_id = o.account_id and l.object_id = o.id
  ) l on true`;

const OBJECT_COMPOSITION = `${LINKS_OF} where o.account_id = $1 and o.id = $2 and o.deleted_at is null`;

/**
 * One row, however many links: as rows of their own, thousands of links take longer to read than the page they are for.
 * An object without live links has its part too (§4.7 `group_ids`: all objects counted); a place without a source is no link.
 */
const ACCOUNT_COMPOSITION = `
  select json_agg(json_build_array(l.id, o.id, case when l.deleted_at is null then l.source_id end) order by o.id, l.id)
      as places,
    coalesce(bool_or(l.deleted_at is not null), false) as has_removed_links
  from tracked_object o left join link l on l.account_id = o.account_id and l.object_id = o.id
  where o.account_id = $1 and o.is_active and o.deleted_at is null`;
const OBJECTS_COMPOSITION = `${ACCOUNT_COMPOSITION} and o.id = any($2::bigint[])`;

interface CoverageRow {
  readonly places: readonly (readonly [linkId: number | null, objectId: number, sourceId: number | null])[] | null;
  readonly has_removed_links: boolean;
}

const EMPTY: Composition = { objectIds: [], links: [], hasRemovedLinks: false };

/** What stands behind an addressee, read anew every time. */
@Injectable()
export class CoverageQuery {
  constructor(private readonly database: Database) {}

  /** Null where the account has no such object; nothing in it where the object is switched off (contract §4.4). */
  async ofObject(accountId: number, objectId: number): Promise<Composition | null> {
    const [row] = await this.database.prepared<CompositionRow>({
      name: 'coverage_object',
      text: OBJECT_COMPOSITION,
      values: [accountId, objectId],
    });
    if (!row) return null;
    if (!row.is_active) return EMPTY;
    return { objectIds: [objectId], links: row.links ?? [], hasRemovedLinks: row.has_removed_links };
  }

  /** Everything that the account has switched on. */
  async ofAccount(accountId: number): Promise<Composition> {
    return compositionOf(
      await this.database.prepared<CoverageRow>({
        name: 'coverage_account',
        text: ACCOUNT_COMPOSITION,
        values: [accountId],
      }),
    );
  }

  /** Those of the objects that are switched on. */
  async ofObjects(accountId: number, objectIds: readonly number[]): Promise<Composition> {
    if (objectIds.length === 0) return EMPTY;
    return compositionOf(
      await this.database.prepared<CoverageRow>({
        name: 'coverage_objects',
        text: OBJECTS_COMPOSITION,
        values: [accountId, objectIds],
      }),
    );
  }
}

function compositionOf([row]: readonly CoverageRow[]): Composition {
  const places = row?.places ?? [];
  return {
    objectIds: [...new Set(places.map(([, objectId]) => objectId))],
    links: places.flatMap(([id, objectId, sourceId]) =>
      id === null || sourceId === null ? [] : [{ id, objectId, sourceId }],
    ),
    hasRemovedLinks: row?.has_removed_links ?? false,
  };
}
