import type { ItemsRead } from '../reading';
import { sumUnread, type Unread } from '../unread';

/** All that was not read of a page, of its list and of its reviews. */
export function unreadIn({ reviews, unread }: ItemsRead): Unread {
  return sumUnread(unread, ...reviews.map((review) => review.unread));
}
