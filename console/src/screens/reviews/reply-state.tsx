import { IconCircleX } from '@tabler/icons-react';
import type { Reply } from '../../api/queries/replies';
import type { Platform } from '../../api/queries/sources';
import { formatExact, formatMoment } from '../../lib/format';
import { Status } from '../../parts/status';
import { repliesWords } from '../../words/en/replies';
import { failureOf, replyLine, replyStatusOf, replySteps, type ReplyPlace } from './reply-facts';

const { step } = repliesWords;

interface ReplyStateProps {
  readonly reply: Reply;
  readonly platform: Platform;
  /** The reply that the platform shows; null for none. */
  readonly shown: string | null;
}

/** What became of your reply, in one line, and the steps that led there. */
export function ReplyState({ reply, platform, shown }: ReplyStateProps) {
  const place = { platform: platform.display_name, isModerated: platform.connection?.moderated ?? false, shown };
  return (
    <div className="reply-state">
      {reply.status === 'failed' ? (
        <Failure reply={reply} place={place} />
      ) : (
        <p className="reply-line" role="status">
          <Status name={replyStatusOf(reply)} text={replyLine(reply, place)} />
          {reply.by !== null && (
            <span className="small muted">
              <bdi>{repliesWords.by(reply.by)}</bdi>
            </span>
          )}
        </p>
      )}
      <Steps reply={reply} place={place} />
    </div>
  );
}

interface PlacedProps {
  readonly reply: Reply;
  readonly place: ReplyPlace;
}

function Failure({ reply, place }: PlacedProps) {
  const { title, remedy } = failureOf(reply, place);
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

function Steps({ reply, place }: PlacedProps) {
  const steps = replySteps(reply, place);
  if (steps.length === 0) return null;
  return (
    <ol className="steps" aria-label={repliesWords.steps}>
      {steps.map(({ name, at, state: kind, note }) => (
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
