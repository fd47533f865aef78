import { ApiSchema } from '@nestjs/swagger';
import { BodyText, Input, Shape } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import { PROPOSAL_STATES } from '../domain/proposal';
import type { NamedProposal } from '../proposal-reading.service';

/** Above the limit of every platform; the limit of the review's platform is checked later. */
const MAX_TEXT_LENGTH = 100_000;
const MAX_NOTE_LENGTH = 1_000;

@ApiSchema({ description: 'A reply to propose.' })
export class NewProposalBody extends Input({
  text: BodyText({
    description:
      "The proposed reply: not empty, no control characters but line breaks and tabs, at most the source's `reply_max_length`.",
    max: MAX_TEXT_LENGTH,
    example: 'Thank you for your visit',
  }),
  note: BodyText({
    description: 'A note for the person who decides; never published.',
    max: MAX_NOTE_LENGTH,
    optional: true,
    nullable: true,
    example: 'The guest praises the breakfast.',
  }),
}) {}

@ApiSchema({ description: 'An approval.' })
export class ApprovalBody extends Input({
  text: BodyText({
    description: 'The text to publish; absent: the proposed one.',
    max: MAX_TEXT_LENGTH,
    optional: true,
    example: 'Thank you for your visit',
  }),
  review_version: BodyText({
    description:
      'The version of the review that the approver has read, from `review_version` of the proposal; absent: the version of the time of the proposal. `review_changed` if the review has another one by now.',
    min: 1,
    max: 64,
    optional: true,
    example: '5f0c2a9b7d1e4c3f8a6b0d2e',
  }),
}) {}

@ApiSchema({ description: 'A dismissal.' })
export class DismissalBody extends Input({
  reason: BodyText({
    description: 'Why it is dismissed.',
    max: MAX_NOTE_LENGTH,
    optional: true,
    nullable: true,
    example: 'The tone does not fit.',
  }),
}) {}

/** A proposed reply (contract §4.20). */
@ApiSchema({ description: 'A proposed reply. It is published only after an approval.' })
export class ReplyProposal extends Shape({
  id: { type: 'integer', description: 'Id of the proposal.', example: 31 },
  review_id: { type: 'integer', description: 'The review.' },
  object_id: { type: 'integer', description: 'The object.' },
  source_id: { type: 'integer', description: 'Platform.' },
  status: {
    type: 'string',
    values: PROPOSAL_STATES,
    description:
      '`open`: it waits for a decision. `approved`: its text was accepted as the reply, see the state of the reply. `published`: the platform accepted that text. `dismissed`. `superseded`: by a newer proposal of the same key or person, or by another reply to the review.',
    example: 'open',
  },
  text: { type: 'string', description: 'The proposed text.', example: 'Thank you for your visit' },
  note: { type: 'string', nullable: true, description: 'The note of the proposer.', example: null },
  review_version: {
    type: 'string',
    nullable: true,
    description:
      'What the review says now: equal as long as its author, texts and rating are. Null if it is no longer on the platform.',
    example: '5f0c2a9b7d1e4c3f8a6b0d2e',
  },
  review_changed: {
    type: 'boolean',
    description:
      'Whether the review says something else than at the time of the proposal, or is no longer on the platform.',
    example: false,
  },
  proposed_at: { type: 'date-time', description: 'When it was proposed.' },
  proposed_by: {
    type: 'string',
    nullable: true,
    description: 'Name of the key or of the person that proposed it.',
    example: 'agent',
  },
  proposed_by_key: { type: 'integer', nullable: true, description: 'Id of the key; null: a person proposed it.' },
  closed_at: {
    type: 'date-time',
    nullable: true,
    description: 'When it was decided or superseded; null while it is open.',
  },
  closed_by: {
    type: 'string',
    nullable: true,
    description: 'Name of the person or of the key that approved or dismissed it.',
    example: null,
  },
  by_policy: { type: 'boolean', description: 'Whether the policy of the account approved it.', example: false },
  approved_text: {
    type: 'string',
    nullable: true,
    description: 'The text that was approved: that of the approver, or of the template of the policy.',
    example: null,
  },
  reason: { type: 'string', nullable: true, description: 'Why it was dismissed.', example: null },
}) {}

export const presentProposal = (proposal: NamedProposal): ReplyProposal => ({
  id: proposal.id,
  review_id: proposal.reviewId,
  object_id: proposal.objectId,
  source_id: proposal.sourceId,
  status: proposal.state,
  text: proposal.text,
  note: proposal.note,
  review_version: proposal.version,
  review_changed: proposal.version !== proposal.versionWhenProposed,
  proposed_at: wireTime(proposal.proposedAt),
  proposed_by: proposal.proposedBy,
  proposed_by_key: proposal.proposedByKey,
  closed_at: wireTimeOrNull(proposal.closedAt),
  closed_by: proposal.closedBy,
  by_policy: proposal.byPolicy,
  approved_text: proposal.approvedText,
  reason: proposal.reason,
});
