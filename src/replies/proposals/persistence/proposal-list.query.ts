import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { PageRequest } from '@libs/kernel';
import { reviewVersionOf } from '@src/reviews';
import type { ProposalState } from '../domain/proposal';

/** A proposal with its place, the persons and keys of its course, and the version of its review. */
export interface ListedProposal {
  readonly id: number;
  readonly reviewId: number;
  readonly objectId: number;
  readonly sourceId: number;
  readonly state: ProposalState;
  readonly text: string;
  readonly note: string | null;
  readonly proposedAt: Date;
  readonly proposedByKey: number | null;
  readonly proposedByPerson: number | null;
  readonly closedAt: Date | null;
  readonly closedByKey: number | null;
  readonly closedByPerson: number | null;
  readonly byPolicy: boolean;
  readonly approvedText: string | null;
  readonly reason: string | null;
  readonly versionWhenProposed: string;
  /** The version of the review now; null if it is no longer on the platform. */
  readonly version: string | null;
}

export interface ProposalFilter {
  /** Empty: every state. */
  readonly states: readonly ProposalState[];
  /** Null: any review. */
  readonly reviewIds: readonly number[] | null;
  /** Null: all live objects of the account. */
  readonly objectIds: readonly number[] | null;
}

const COLUMNS = `p.id, p.review_id as "reviewId", p.object_id as "objectId", p.source_id as "sourceId", p.state, p.text, p.note,
  p.created_at as "proposedAt", p.proposed_by_key as "proposedByKey", p.proposed_by_person as "proposedByPerson",
  p.closed_at as "closedAt", p.closed_by_key as "closedByKey", p.closed_by_person as "closedByPerson", p.by_policy as "byPolicy",
  p.approved_text as "approvedText", p.reason, p.review_version as "versionWhenProposed"`;

/** Joins that leave out proposals of links and objects that are deleted or switched off. */
const LIVE = `join link_view l on l.account_id = p.account_id and l.id = p.link_id and l.deleted_at is null
  join tracked_object_view o on o.account_id = p.account_id and o.id = p.object_id and o.is_active and o.deleted_at is null`;

/** Proposals whose object and link are live, the latest first. */
@Injectable()
export class ProposalListQuery {
  constructor(private readonly database: Database) {}

  async page(
    accountId: number,
    filter: ProposalFilter,
    { limit, offset }: PageRequest,
  ): Promise<{ readonly items: readonly ListedProposal[]; readonly total: number }> {
    return this.database.snapshot(async () => {
      const { rows, values } = selected(accountId, filter);
      const [count] = await this.database.query<{ n: number }>(`select count(*) as n ${rows}`, values);
      const total = count?.n ?? 0;
      if (offset >= total) return { items: [], total };
      const window = `offset $${values.length + 1} limit $${values.length + 2}`;
      const items = await this.withVersions(`select p.* ${rows} order by p.id desc ${window}`, [
        ...values,
        offset,
        limit,
      ]);
      return { items, total };
    });
  }

  /** The proposal; null if the account has no such one, or its object or link is not live. */
  async single(accountId: number, id: number): Promise<ListedProposal | null> {
    const [row] = await this.withVersions(
      `select p.* from reply_proposal p ${LIVE} where p.account_id = $1 and p.id = $2`,
      [accountId, id],
    );
    return row ?? null;
  }

  private async withVersions(proposals: string, values: readonly unknown[]): Promise<readonly ListedProposal[]> {
    return this.database.query<ListedProposal>(
      `with p as materialized (${proposals})
       select ${COLUMNS}, v.version from p left join lateral (${reviewVersionOf('p.account_id', 'p.review_id')}) v on true
       order by p.id desc`,
      values,
    );
  }
}

function selected(
  accountId: number,
  { states, reviewIds, objectIds }: ProposalFilter,
): { readonly rows: string; readonly values: readonly unknown[] } {
  const values: unknown[] = [accountId];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const ofReviews = reviewIds === null ? '' : ` and p.review_id = any(${add(reviewIds)}::bigint[])`;
  const ofObjects = objectIds === null ? '' : ` and p.object_id = any(${add(objectIds)}::bigint[])`;
  const inStates = states.length === 0 ? '' : ` and p.state = any(${add(states)}::text[])`;
  return { rows: `from reply_proposal p ${LIVE} where p.account_id = $1${ofReviews}${ofObjects}${inStates}`, values };
}
