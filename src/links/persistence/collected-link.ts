import type { Database, PreparedStatement } from '@libs/database';

/** The statement that stores the object's name from the page of a link; it writes nothing if `name` is null or unchanged. */
export function savingPageName(linkId: number, name: string | null): PreparedStatement {
  return {
    name: 'save-link-name',
    text: `update link set scraped_object_name = $2::text
           where id = $1 and $2::text is not null and scraped_object_name is distinct from $2::text`,
    values: [linkId, name],
  };
}

/** Replaces the short address of a link by the address of its page. */
export async function replaceShortUrl(database: Database, linkId: number, url: string): Promise<void> {
  await database.query('update link set url = $2 where id = $1', [linkId, url]);
}

/**
 * Deletes a link with its schedule. Returns how many links it deleted. The caller has purged its reviews in the same transaction.
 */
export async function purgeLink(database: Database, linkId: number): Promise<number> {
  return database.execute('delete from link where id = $1', [linkId]);
}
