import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';

/** What replies do to the proposals for their reviews. Writes run in the transaction that writes the reply, under its lock. */
@Injectable()
export class ProposalEndsStore {
  constructor(private readonly database: Database) {}

  /** A text was accepted for the review: what was proposed is not needed, and an approved text was not published before it. */
  async textAccepted(accountId: number, reviewId: number): Promise<void> {
    await this.supersede(accountId, reviewId, `state in ('open', 'approved')`);
  }

  /** A removal was accepted before the approved text was published. */
  async removalAccepted(accountId: number, reviewId: number): Promise<void> {
    await this.supersede(accountId, reviewId, `state = 'approved'`);
  }

  /** The platform has the texts of the replies to these reviews: the approved proposals with these texts are published. */
  async published(accountId: number, reviewIds: readonly number[]): Promise<void> {
    if (reviewIds.length === 0) return;
    await this.database.execute(
      `update reply_proposal p set state = 'published' from review_reply r
       where p.account_id = $1 and p.review_id = any($2::bigint[]) and p.state = 'approved'
         and r.account_id = p.account_id and r.review_id = p.review_id and r.held_text = p.approved_text`,
      [accountId, reviewIds],
    );
  }

  private async supersede(accountId: number, reviewId: number, condition: string): Promise<void> {
    await this.database.execute(
      `update reply_proposal set state = 'superseded', closed_at = clock_timestamp()
       where account_id = $1 and review_id = $2 and ${condition}`,
      [accountId, reviewId],
    );
  }
}
