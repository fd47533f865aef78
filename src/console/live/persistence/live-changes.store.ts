import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { payloadListOf, type LiveKind, type Writer } from '../domain/live-event';

/** Publishes changes that only the console makes to the live streams of an account. Triggers publish the other changes. */
@Injectable()
export class LiveChanges {
  constructor(private readonly database: Database) {}

  /**
   * Publishes a change with the ambient transaction; without one, at once. `by` is the person who writes a reply. Nothing is sent
   * while no console watches the account.
   */
  async publish(
    accountId: number,
    kind: Exclude<LiveKind, 'reviews.changed'>,
    ids: readonly number[],
    by?: Writer,
  ): Promise<void> {
    await this.database.query('select console_tell($1, $2, $3)', [accountId, kind, payloadListOf(ids, by)]);
  }
}
