import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { Composition, CoveredLink } from '../domain/coverage';
import { isLiveLink, isLiveObject, isPresentObject, isRemovedLink } from './live-composition.sql';

interface ObjectRow {
  readonly is_active: boolean;
  readonly links: readonly CoveredLink[] | null;
  readonly has_removed_links: boolean;
}

/** Sent in index order: only the index of ids has the order of `id >= … limit 1`. With `id = $2`, all objects of the account may be read. */
const OBJECT_COMPOSITION = `
  select o.id, o.is_active, l.links, coalesce(l.has_removed_links, false) as has_removed_links
  from (select * from tracked_object_view where account_id = $1 and id >= $2 order by id limit 1) o
  left join lateral (
    select json_agg(json_build_object('id', l.id, 'objectId', l.object_id, 'sourceId', l.source_id) order by l.id)
        filter (where ${isLiveLink('l')}) as links,
      bool_or(${isRemovedLink('l')}) as has_removed_links
    from link_view l where l.account_id = o.account_id and l.object_id = o.id
  ) l on true
  where o.id = $2 and ${isPresentObject('o')}`;

/**
 * Returns all links in one row. With one row per link, reading thousands of links takes longer than reading the page of reviews.
 * An object without live links has an entry with the source null (contract §4.7 `group_ids`: all objects count).
 */
const LINKS_IN_ONE_ROW = `
  select json_agg(json_build_array(l.id, o.id, case when ${isLiveLink('l')} then l.source_id end) order by o.id, l.id)
      as links,
    coalesce(bool_or(${isRemovedLink('l')}), false) as has_removed_links`;
const ACCOUNT_COMPOSITION = `${LINKS_IN_ONE_ROW}
  from tracked_object_view o left join link_view l on l.account_id = o.account_id and l.object_id = o.id
  where o.account_id = $1 and ${isLiveObject('o')}`;
/** Sent in index order: each object, and the links of each, is looked up by its key, however many the account has. */
const OBJECTS_COMPOSITION = `${LINKS_IN_ONE_ROW}
  from (select distinct id from unnest($2::bigint[]) u (id)) x
  cross join lateral (select * from tracked_object_view where id = x.id offset 0) o
  left join lateral (
    select * from link_view where account_id = o.account_id and object_id = o.id order by id offset 0
  ) l on true
  where o.account_id = $1 and ${isLiveObject('o')}`;

interface ObjectsRow {
  readonly links: readonly (readonly [linkId: number | null, objectId: number, sourceId: number | null])[] | null;
  readonly has_removed_links: boolean;
}

const EMPTY: Composition = { objectIds: [], links: [], hasRemovedLinks: false };

/** Reads compositions. Nothing is cached, so a change of objects, links or folders applies to the next request. */
@Injectable()
export class CompositionQuery {
  constructor(private readonly database: Database) {}

  /** Null if the account has no such object; empty if the object is disabled (contract §4.4). */
  async ofObject(accountId: number, objectId: number): Promise<Composition | null> {
    const [row] = await this.database.prepared<ObjectRow>({
      name: 'coverage_object',
      inIndexOrder: true,
      text: OBJECT_COMPOSITION,
      values: [accountId, objectId],
    });
    if (!row) return null;
    if (!row.is_active) return EMPTY;
    return { objectIds: [objectId], links: row.links ?? [], hasRemovedLinks: row.has_removed_links };
  }

  /** Reads the composition of all live objects of the account. */
  async ofAccount(accountId: number): Promise<Composition> {
    return compositionOf(
      await this.database.prepared<ObjectsRow>({
        name: 'coverage_account',
        text: ACCOUNT_COMPOSITION,
        values: [accountId],
      }),
    );
  }

  /** Reads the composition of the objects that are live. */
  async ofObjects(accountId: number, objectIds: readonly number[]): Promise<Composition> {
    if (objectIds.length === 0) return EMPTY;
    return compositionOf(
      await this.database.prepared<ObjectsRow>({
        name: 'coverage_objects',
        inIndexOrder: true,
        text: OBJECTS_COMPOSITION,
        values: [accountId, objectIds],
      }),
    );
  }
}

function compositionOf([row]: readonly ObjectsRow[]): Composition {
  const links = row?.links ?? [];
  return {
    objectIds: [...new Set(links.map(([, objectId]) => objectId))],
    links: links.flatMap(([id, objectId, sourceId]) =>
      id === null || sourceId === null ? [] : [{ id, objectId, sourceId }],
    ),
    hasRemovedLinks: row?.has_removed_links ?? false,
  };
}
