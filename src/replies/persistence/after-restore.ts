import type { Database } from '@libs/database';

/**
 * Marks every unfinished reply as in doubt, after a restore: it may have been published after the restored time, so the platform is
 * read before a request (contract §3.1). Returns the number of replies.
 */
export async function doubtUnfinished(database: Database): Promise<number> {
  return database.execute(
    `update review_reply set in_doubt = true, in_doubt_since = clock_timestamp()
     where state in ('pending', 'publishing') and not in_doubt`,
  );
}
