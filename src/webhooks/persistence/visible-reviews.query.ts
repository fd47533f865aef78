import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AccountsService } from '@src/auth';
import { idsInsideCut } from '@src/reviews';

/** The reviews that an account may see by its current plan (contract §6.1). */
@Injectable()
export class VisibleReviewsQuery {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
  ) {}

  /** Returns the ids of these reviews that the account may see: all of them, or in a trial those of the latest of each link. */
  async idsOf(accountId: number, reviewIds: readonly number[]): Promise<ReadonlySet<number>> {
    const { visibleReviewsPerLink: perLink } = (await this.accounts.find(accountId)).entitlements;
    if (perLink === null) return new Set(reviewIds);
    const rows = await this.database.query<{ id: number }>(idsInsideCut('$1::bigint', '$2::bigint[]', '$3::bigint'), [
      accountId,
      reviewIds,
      perLink,
    ]);
    return new Set(rows.map(({ id }) => id));
  }
}
