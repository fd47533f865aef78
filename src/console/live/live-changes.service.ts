import { Injectable } from '@nestjs/common';
import { payloadListOf, type LiveKind, type Writer } from './domain/live-event';
import { LiveStore } from './persistence/live.store';

/** Publishes changes that only the console makes to the live streams of an account. Triggers publish the other changes. */
@Injectable()
export class LiveChanges {
  constructor(private readonly store: LiveStore) {}

  /** Publishes a change with the ambient transaction; without one, at once. `by` is the person who writes a reply. */
  async publish(
    accountId: number,
    kind: Exclude<LiveKind, 'reviews.changed'>,
    ids: readonly number[],
    by?: Writer,
  ): Promise<void> {
    await this.store.publish(accountId, kind, payloadListOf(ids, by));
  }
}
