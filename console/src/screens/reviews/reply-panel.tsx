import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle } from '@tabler/icons-react';
import { problemFacts } from '../../api/problem';
import { replyQuery, type Reply } from '../../api/queries/replies';
import type { Review } from '../../api/queries/reviews';
import { mayActAs, type Membership } from '../../api/queries/session';
import type { Platform } from '../../api/queries/sources';
import { formatExact, formatMoment } from '../../lib/format';
import { Problem } from '../../parts/states';
import { Status, type StatusName } from '../../parts/status';
import { words } from '../../words/en';
import { ReplyEditor } from './reply-editor';

interface ReplyPanelProps {
  readonly account: Membership;
  readonly review: Review;
  readonly platform: Platform;
}

/** The reply that the platform shows, the state of yours, and the editor where a reply is possible. */
export function ReplyPanel({ account, review, platform }: ReplyPanelProps) {
  const reply = useQuery(replyQuery(account.id, review.id));
  const mayReply = mayActAs(account.role, 'member');
  return (
    <section className="reply" aria-labelledby="your-reply">
      {review.reply_text !== null && <PlatformReply text={review.reply_text} date={review.reply_date} />}
      <h3 id="your-reply">
        {words.reviews.yourReply} <span className="small muted">{words.reviews.public}</span>
      </h3>
      {reply.error && <Problem {...problemFacts(reply.error)} onRetry={() => void reply.refetch()} />}
      {reply.data && <State reply={reply.data} platform={platform} />}
      {!platform.can_publish_reply && <p className="sub">{words.reviews.notSupported(platform.display_name)}</p>}
      {platform.can_publish_reply && !mayReply && <p className="sub">{words.reviews.read}</p>}
      {platform.can_publish_reply && mayReply && !review.is_deleted && reply.isSuccess && (
        <ReplyEditor accountId={account.id} review={review} platform={platform} reply={reply.data} />
      )}
    </section>
  );
}

function PlatformReply({ text, date }: { readonly text: string; readonly date: string | null }) {
  return (
    <div className="platform-reply">
      <h3>{words.reviews.platformReply}</h3>
      <p className="reading" dir="auto">
        {text}
      </p>
      {date !== null && (
        <p className="small muted" title={formatExact(date)}>
          {formatMoment(date)}
        </p>
      )}
    </div>
  );
}

function statusOf(reply: Reply): StatusName {
  if (reply.status === 'published') return reply.confirmed_at === null ? 'replyPublished' : 'replyConfirmed';
  const names = {
    pending: 'replyWaiting',
    publishing: 'replySending',
    failed: 'replyFailed',
    deleted: 'replyDeleted',
  } as const;
  return names[reply.status];
}

function State({ reply, platform }: { readonly reply: Reply; readonly platform: Platform }) {
  if (reply.status === 'failed' && reply.error !== null)
    return (
      <div className="banner bad" role="status">
        <IconAlertTriangle className="icon" size={16} aria-hidden />
        <div>
          <b>{words.status.replyFailed}</b>
          <p>{words.reviews.failures[reply.error]}</p>
        </div>
      </div>
    );
  const steps = [
    { name: words.reviews.step.accepted, at: null, isDone: true },
    {
      name: words.reviews.step.sent(platform.display_name),
      at: reply.published_at,
      isDone: reply.published_at !== null,
    },
    { name: words.reviews.step.seen, at: reply.confirmed_at, isDone: reply.confirmed_at !== null },
  ];
  return (
    <div className="reply-state" role="status">
      <Status name={statusOf(reply)} />
      {reply.status !== 'deleted' && (
        <ol className="steps" aria-label={words.reviews.steps}>
          {steps.map(({ name, at, isDone }) => (
            <li key={name} className={isDone ? 'done' : undefined}>
              <b>{name}</b>
              {at !== null && <time title={formatExact(at)}>{formatMoment(at)}</time>}
              {!isDone && words.reviews.step.notYet}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
