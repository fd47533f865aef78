import {
  IconActivity,
  IconAlertTriangle,
  IconClock,
  IconLock,
  IconMessageCircle,
  IconPlugConnected,
  IconSnowflake,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { Notice } from '../../api/queries/notices';
import { formatExact, formatMoment } from '../../lib/format';
import { PathLink } from '../../parts/path-link';
import { noticesWords } from '../../words/en/notices';

const SHAPES: Readonly<Record<string, Icon>> = {
  reply_failed: IconMessageCircle,
  reply_changed: IconMessageCircle,
  access_revoked: IconPlugConnected,
  webhook_failing: IconWebhook,
  link_frozen: IconSnowflake,
  trial_ending: IconClock,
  sign_in_failures: IconLock,
  source_drift: IconActivity,
};

interface NoticeRowProps {
  readonly accountId: number;
  readonly notice: Notice;
  readonly isUnread: boolean;
  readonly onOpen: () => void;
}

/** A notice: its subject opens the text, and a link leads to the cause. */
export function NoticeRow({ accountId, notice, isUnread, onOpen }: NoticeRowProps) {
  const [isOpen, setOpen] = useState(false);
  const Shape = SHAPES[notice.kind] ?? IconAlertTriangle;
  return (
    <li className={isUnread ? 'notice is-unread' : 'notice'}>
      <Shape className="icon" size={16} stroke={1.75} aria-hidden />
      <div className="notice-text">
        <button type="button" className="notice-subject" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isUnread && <span className="sr">{noticesWords.unread} </span>}
          <bdi>{notice.subject}</bdi>
        </button>
        <p className="small muted">{noticesWords.kinds[notice.kind] ?? notice.kind}</p>
        {isOpen && (
          <p className="notice-body" dir="auto">
            {notice.body}
          </p>
        )}
      </div>
      <time
        className="small muted nowrap num"
        dateTime={`${notice.created_at}Z`}
        title={formatExact(notice.created_at)}
      >
        {formatMoment(notice.created_at)}
      </time>
      {notice.path !== null && (
        <PathLink
          className="link small nowrap notice-cause"
          path={notice.path.startsWith('/') ? notice.path : `/a/${accountId}/${notice.path}`}
          aria-label={noticesWords.open(notice.subject)}
          onClick={onOpen}
        >
          {noticesWords.cause}
        </PathLink>
      )}
    </li>
  );
}
