import type { Reply } from '../../api/queries/replies';
import type { StatusName } from '../../parts/status';

/** The state of a reply in the one map of states. */
export function replyStatusOf(reply: Pick<Reply, 'status' | 'confirmed_at'>): StatusName {
  if (reply.status === 'published') return reply.confirmed_at === null ? 'replyPublished' : 'replyConfirmed';
  const names = {
    pending: 'replyWaiting',
    publishing: 'replySending',
    failed: 'replyFailed',
    deleted: 'replyDeleted',
  } as const;
  return names[reply.status];
}
