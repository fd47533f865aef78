import { IconCircleX } from '@tabler/icons-react';
import type { Reply } from '../../api/queries/replies';
import type { Platform } from '../../api/queries/sources';
import { formatAhead, formatExact, formatMoment } from '../../lib/format';
import { Status } from '../../parts/status';
import { words } from '../../words/en';
import { replyStatusOf } from './reply-status';

const { state, step, failed } = words.replies;

interface ReplyStateProps {
  readonly reply: Reply;
  readonly platform: Platform;
}

/** What became of your reply, in one line, and the steps that led there. */
export function ReplyState({ reply, platform }: ReplyStateProps) {
  return (
    <div className="reply-state">
      {reply.status === 'failed' ? (
        <Failure reply={reply} platform={platform} />
      ) : (
        <p className="reply-line" role="status">
          <Status name={replyStatusOf(reply)} text={lineOf(reply, platform.display_name)} />
          {reply.by !== null && (
            <span className="small muted">
              <bdi>{words.replies.by(reply.by)}</bdi>
            </span>
          )}
        </p>
      )}
      {reply.wish === 'publish' && <Steps reply={reply} platform={platform} />}
    </div>
  );
}

function Failure({ reply, platform }: ReplyStateProps) {
  const [title, remedy] = failed[reply.error ?? '']?.(platform.display_name) ?? [words.status.replyFailed, ''];
  return (
    <div className="banner bad" role="status">
      <IconCircleX className="icon" size={16} aria-hidden />
      <div>
        <b>{title}</b>
        {reply.detail !== null && <p dir="auto">{reply.detail}</p>}
        <p>{remedy}</p>
      </div>
    </div>
  );
}

function lineOf(reply: Reply, platform: string): string {
  const { next_attempt_at: next, published_at: since, confirmed_at: seen } = reply;
  if (reply.status === 'deleted') return state.deleted;
  if (reply.status === 'publishing') return state.sending(platform, reply.attempts);
  if (reply.status === 'published') {
    if (since === null || seen === null) return state.moderated(platform);
    return state.confirmed(platform, formatMoment(since), formatMoment(seen));
  }
  if (reply.wish === 'remove') return state.removal;
  return reply.attempts > 0 && next !== null ? state.waitsUntil(formatAhead(next)) : state.waiting;
}

interface Step {
  readonly name: string;
  readonly at: string | null;
  readonly state: 'done' | 'bad' | 'ahead';
  readonly note?: string;
}

function Steps({ reply, platform }: ReplyStateProps) {
  return (
    <ol className="steps" aria-label={words.replies.steps}>
      {stepsOf(reply, platform.display_name).map(({ name, at, state: kind, note }) => (
        <li key={name} className={kind}>
          <b>{name}</b>
          <span>
            {at !== null && <time title={formatExact(at)}>{formatMoment(at)}</time>}
            {at === null && kind === 'ahead' && step.notYet}
            {note !== undefined && <span className={kind === 'bad' ? 'mono' : undefined}>{note}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

function stepsOf(reply: Reply, platform: string): readonly Step[] {
  const isSent = reply.attempts > 0 || reply.status === 'publishing';
  const tries = isSent ? { note: step.tries(Math.max(1, reply.attempts)) } : {};
  return [
    { name: step.accepted, at: reply.accepted_at, state: 'done' },
    { name: step.sent(platform), at: null, state: isSent || reply.status === 'published' ? 'done' : 'ahead', ...tries },
    reply.status === 'failed'
      ? { name: step.rejected, at: null, state: 'bad', note: reply.error ?? '' }
      : { name: step.published, at: reply.published_at, state: reply.published_at === null ? 'ahead' : 'done' },
    { name: step.seen, at: reply.confirmed_at, state: reply.confirmed_at === null ? 'ahead' : 'done' },
  ];
}
