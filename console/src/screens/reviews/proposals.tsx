import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemFacts } from '../../api/problem';
import { dismissProposal, refreshProposals, type ReplyProposal } from '../../api/queries/proposals';
import { formatExact, formatMoment } from '../../lib/format';
import { WriteButton } from '../../parts/write-button';
import { proposalsWords } from '../../words/en/proposals';

/** The name of who proposed it. */
export const proposerOf = ({ proposed_by: name }: ReplyProposal): string => name ?? proposalsWords.someone;

interface ProposalsProps {
  readonly accountId: number;
  readonly proposals: readonly ReplyProposal[];
  /** Whether the person may decide, and a reply is possible now. */
  readonly mayDecide: boolean;
  readonly mayPublish: boolean;
  /** The proposal whose text is in the editor; null for none. */
  readonly inUse: ReplyProposal | null;
  readonly onUse: (proposal: ReplyProposal) => void;
}

/** What was proposed for the review. The texts come from programs or other persons, and are shown as such. */
export function Proposals({ proposals, ...props }: ProposalsProps) {
  if (proposals.length === 0) return null;
  return (
    <section className="proposals" aria-labelledby="proposed">
      <h3 id="proposed">{proposalsWords.title}</h3>
      <p className="small sub">{proposalsWords.untrusted}</p>
      {proposals.map((proposal) => (
        <Proposal key={proposal.id} proposal={proposal} {...props} />
      ))}
    </section>
  );
}

interface ProposalProps extends Omit<ProposalsProps, 'proposals'> {
  readonly proposal: ReplyProposal;
}

function Proposal(props: ProposalProps) {
  const { proposal, mayDecide } = props;
  const name = proposerOf(proposal);
  return (
    <div className="proposal">
      <p className="small">
        <bdi>{proposal.proposed_by_key === null ? proposalsWords.by(name) : proposalsWords.byKey(name)}</bdi>{' '}
        <time className="muted" title={formatExact(proposal.proposed_at)}>
          {formatMoment(proposal.proposed_at)}
        </time>
      </p>
      <blockquote className="reading" dir="auto">
        {proposal.text}
      </blockquote>
      {proposal.note !== null && (
        <p className="small">
          <b>{proposalsWords.note}</b>{' '}
          <bdi className="proposal-note" dir="auto">
            {proposal.note}
          </bdi>
        </p>
      )}
      {proposal.review_changed && (
        <p className="banner warn" role="status">
          {proposal.review_version === null ? proposalsWords.gone : proposalsWords.changed}
        </p>
      )}
      {mayDecide && <Decision {...props} />}
    </div>
  );
}

/** The buttons of a proposal. */
function Decision({ proposal, accountId, mayPublish, inUse, onUse }: ProposalProps) {
  const queries = useQueryClient();
  const dismiss = useMutation({
    mutationFn: () => dismissProposal(accountId, proposal.id),
    onSettled: () => refreshProposals(queries, accountId),
  });
  const name = proposerOf(proposal);
  return (
    <>
      {dismiss.error && (
        <p role="alert" className="refused small">
          {problemFacts(dismiss.error).text}
        </p>
      )}
      <div className="proposal-actions">
        {mayPublish && proposal.review_version !== null && (
          <Button
            aria-label={proposalsWords.useOf(name)}
            aria-pressed={inUse?.id === proposal.id}
            onClick={() => onUse(proposal)}
          >
            {proposalsWords.use}
          </Button>
        )}
        <WriteButton
          variant="subtle"
          aria-label={proposalsWords.dismissOf(name)}
          loading={dismiss.isPending}
          onClick={() => dismiss.mutate()}
        >
          {proposalsWords.dismiss}
        </WriteButton>
      </div>
    </>
  );
}

/** Who proposed and who approved the reply; nothing where it was not proposed. */
export function ApprovedLine({ proposal }: { readonly proposal: ReplyProposal | undefined }) {
  if (proposal === undefined) return null;
  const proposer = proposerOf(proposal);
  const text = proposal.by_policy
    ? proposalsWords.byPolicy(proposer)
    : proposalsWords.approvedBy(proposer, proposal.closed_by ?? proposalsWords.someone);
  return (
    <p className="small muted">
      <bdi>{text}</bdi>
    </p>
  );
}
