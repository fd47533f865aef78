import { Injectable } from '@nestjs/common';
import { Database, lockOf } from '@libs/database';
import type { Party, ProposalCounts, ProposalState } from '../domain/proposal';

/** A proposal as it was made, and what it became. */
export interface ProposalRow {
  readonly id: number;
  readonly reviewId: number;
  readonly state: ProposalState;
  readonly text: string;
  readonly reviewVersion: string;
}

export interface NewProposal {
  readonly accountId: number;
  readonly reviewId: number;
  readonly objectId: number;
  readonly linkId: number;
  readonly sourceId: number;
  readonly proposer: Party;
  readonly text: string;
  readonly note: string | null;
  readonly reviewVersion: string;
}

/** How a proposal was decided. */
export interface Decision {
  readonly state: 'approved' | 'dismissed';
  /** Null: the policy of the account. */
  readonly by: Party | null;
  readonly byPolicy: boolean;
  readonly approvedText: string | null;
  readonly reason: string | null;
}

/** SQL: the proposer has the id $3. Written so that the index of keys serves both kinds. */
const ofProposer = ({ keyId }: Party): string =>
  keyId === null ? 'proposed_by_key is null and proposed_by_person = $3' : 'proposed_by_key = $3';
const idOf = ({ keyId, personId }: Party): number => keyId ?? personId;

/** Proposals as they are made and decided. Writes run in the caller's transaction, under the lock of the account. */
@Injectable()
export class ProposalStore {
  constructor(private readonly database: Database) {}

  /** Serializes what creates and decides proposals of the account, and changes of its policy, until the transaction ends. */
  async lock(accountId: number): Promise<void> {
    await this.database.holdLock(lockOf('proposals', accountId));
  }

  async find(accountId: number, id: number): Promise<ProposalRow | null> {
    const [row] = await this.database.query<ProposalRow>(
      `select id, review_id as "reviewId", state, text, review_version as "reviewVersion"
       from reply_proposal where account_id = $1 and id = $2`,
      [accountId, id],
    );
    return row ?? null;
  }

  /** Counts open proposals, and those of the proposer in 24 hours. Open ones of the proposer for this review are superseded, and left out. */
  async counts(accountId: number, reviewId: number, proposer: Party): Promise<ProposalCounts> {
    const isOwn = ofProposer(proposer);
    const [row] = await this.database.query<ProposalCounts>(
      `select count(*) filter (where review_id = $2) as "openOfReview", count(*) filter (where ${isOwn}) as "openOfProposer",
         count(*) as "openOfAccount", (
           select count(*) from reply_proposal where account_id = $1 and ${isOwn}
             and created_at > clock_timestamp() - interval '24 hours') as "ofProposerToday"
       from reply_proposal where account_id = $1 and state = 'open' and (review_id = $2 and ${isOwn}) is not true`,
      [accountId, reviewId, idOf(proposer)],
    );
    if (row === undefined) throw new Error('a count returned no row');
    return row;
  }

  /** Inserts a proposal after the open ones of the same proposer for the review, which it supersedes. Returns its id. */
  async insert(proposal: NewProposal): Promise<number> {
    const { accountId, reviewId, objectId, linkId, sourceId, proposer, text, note, reviewVersion } = proposal;
    await this.database.execute(
      `update reply_proposal set state = 'superseded', closed_at = clock_timestamp()
       where account_id = $1 and review_id = $2 and state = 'open' and ${ofProposer(proposer)}`,
      [accountId, reviewId, idOf(proposer)],
    );
    const [row] = await this.database.query<{ id: number }>(
      `insert into reply_proposal (account_id, review_id, object_id, link_id, source_id, proposed_by_key, proposed_by_person, text, note,
         review_version)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
      [accountId, reviewId, objectId, linkId, sourceId, proposer.keyId, proposer.personId, text, note, reviewVersion],
    );
    if (row === undefined) throw new Error('an insert returned no row');
    return row.id;
  }

  /** Closes a proposal. */
  async decide(accountId: number, id: number, { state, by, byPolicy, approvedText, reason }: Decision): Promise<void> {
    await this.database.execute(
      `update reply_proposal set state = $3, closed_at = clock_timestamp(), closed_by_key = $4, closed_by_person = $5, by_policy = $6,
         approved_text = $7, reason = $8
       where account_id = $1 and id = $2`,
      [accountId, id, state, by?.keyId ?? null, by?.personId ?? null, byPolicy, approvedText, reason],
    );
  }

  /** Dismisses a proposal if it is open. Returns whether it was. */
  async dismiss(accountId: number, id: number, by: Party, reason: string | null): Promise<boolean> {
    const dismissed = await this.database.execute(
      `update reply_proposal set state = 'dismissed', closed_at = clock_timestamp(), closed_by_key = $3, closed_by_person = $4, reason = $5
       where account_id = $1 and id = $2 and state = 'open'`,
      [accountId, id, by.keyId, by.personId, reason],
    );
    return dismissed === 1;
  }
}
