import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { problemFacts } from '../../api/problem';
import { proposalsQuery, type ReplyProposal } from '../../api/queries/proposals';
import { answeringQuery, refreshReplies, replyQuery, type Answering, type Reply } from '../../api/queries/replies';
import type { Review } from '../../api/queries/reviews';
import { mayActAs, type Membership } from '../../api/queries/session';
import type { Platform } from '../../api/queries/sources';
import { formatExact, formatMoment } from '../../lib/format';
import { Problem } from '../../parts/states';
import { repliesWords } from '../../words/en/replies';
import { ApprovedLine, Proposals } from './proposals';
import { ReplyEditor } from './reply-editor';
import { ReplyState } from './reply-state';
import { WayOut } from './way-out';

interface ReplyPanelProps {
  readonly account: Membership;
  readonly review: Review;
  readonly platform: Platform;
  readonly objectName: string;
}

/** The reply that the platform shows, the state of yours, and the editor, or the reason why no reply is possible. */
export function ReplyPanel({ account, review, platform, objectName }: ReplyPanelProps) {
  const reply = useQuery(replyQuery(account.id, review.id));
  const mayReply = mayActAs(account.role, 'member');
  const answering = useQuery({ ...answeringQuery(account.id, review.id), enabled: mayReply });
  useListsAfterSending(account.id, reply.data?.status);
  const isKnown = reply.isSuccess && answering.isSuccess;
  const mayWrite = mayReply && isKnown && isOpenFor(answering.data);
  const [carried, setCarried] = useState<string | null>(null);
  const { open, approved, inUse, use } = useProposals(account.id, review.id, reply.data);
  return (
    <section className="reply" aria-labelledby="your-reply">
      <Proposals
        accountId={account.id}
        proposals={open}
        mayDecide={mayReply}
        mayPublish={mayWrite}
        inUse={inUse}
        onUse={use}
      />
      <PlatformReply review={review} reply={reply.data} />
      <h3 id="your-reply">
        {repliesWords.yours}{' '}
        {mayWrite && (
          <span className="small muted">
            <bdi>{repliesWords.public(objectName)}</bdi>
          </span>
        )}
      </h3>
      {reply.error && <Problem {...problemFacts(reply.error)} onRetry={() => void reply.refetch()} />}
      {reply.data && <ReplyState reply={reply.data} platform={platform} shown={review.reply_text} />}
      <ApprovedLine proposal={approved} />
      {!mayReply && <p className="sub">{repliesWords.viewer}</p>}
      {answering.error && <Problem {...problemFacts(answering.error)} onRetry={() => void answering.refetch()} />}
      {answering.data && <Circumstances answering={answering.data} review={review} platform={platform} />}
      {mayReply && isKnown && (
        <ReplyEditor
          key={inUse?.id ?? 'own'}
          proposal={inUse}
          carried={carried}
          onOwn={(text) => {
            setCarried(text);
            use(null);
          }}
          accountId={account.id}
          review={review}
          platform={platform}
          objectName={objectName}
          reply={reply.data}
          mayWrite={mayWrite}
          removal={answering.data.remove}
          trial={answering.data.trial}
        />
      )}
    </section>
  );
}

interface ReviewProposals {
  readonly open: readonly ReplyProposal[];
  /** The approved one whose text the reply has. */
  readonly approved: ReplyProposal | undefined;
  readonly inUse: ReplyProposal | null;
  readonly use: (proposal: ReplyProposal | null) => void;
}

/** The proposals for the review, and the one whose text is in the editor. */
function useProposals(accountId: number, reviewId: number, reply: Reply | null | undefined): ReviewProposals {
  const queries = useQueryClient();
  const { data = NO_PROPOSALS } = useQuery(proposalsQuery(queries, accountId, reviewId));
  const [used, setUsed] = useState<ReplyProposal | null>(null);
  const open = data.filter((proposal) => proposal.status === 'open');
  // One that was superseded is no longer read: it stays in use, so that what the person wrote is not lost.
  const found = data.find(({ id }) => id === used?.id) ?? used;
  const text = reply?.wish === 'publish' ? reply.text : null;
  return {
    open,
    approved: data.find(({ status, approved_text: approved }) => status !== 'open' && approved === text),
    inUse: found?.status === 'open' ? found : null,
    use: setUsed,
  };
}

const NO_PROPOSALS: readonly ReplyProposal[] = [];

/** Whether the editor is shown. While a reply is being sent, the next text can already be written. */
function isOpenFor({ publish: refusal }: Answering): boolean {
  return refusal === null || refusal.code === 'reply_in_progress';
}

/** A reply that was sent changes the review and the lists, which the state alone does not say. */
function useListsAfterSending(accountId: number, status: Reply['status'] | undefined): void {
  const queries = useQueryClient();
  const before = useRef(status);
  useEffect(() => {
    if (before.current !== undefined && status !== before.current) void refreshReplies(queries, accountId);
    before.current = status;
  }, [status, queries, accountId]);
}

interface CircumstancesProps extends Pick<ReplyPanelProps, 'review' | 'platform'> {
  readonly answering: Answering;
}

/** Why no reply is possible, and who else writes one. */
function Circumstances({ answering: { publish: refusal, writers }, review, platform }: CircumstancesProps) {
  return (
    <>
      {refusal !== null && <WayOut code={refusal.code} detail={refusal.detail} review={review} platform={platform} />}
      {writers.length > 0 && (
        <p className="banner info" role="status">
          <bdi>{repliesWords.writing(writers)}</bdi>
        </p>
      )}
    </>
  );
}

interface PlatformReplyProps {
  readonly review: Review;
  readonly reply: Reply | null | undefined;
}

/** The reply that the platform shows, where it is not the one that was published here. */
function PlatformReply({ review: { reply_text: text, reply_date: date }, reply }: PlatformReplyProps) {
  const isOurs = reply?.status === 'published' && text === reply.text;
  if (text === null || isOurs) return null;
  return (
    <div className="platform-reply">
      <h3>{repliesWords.platformReply}</h3>
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
