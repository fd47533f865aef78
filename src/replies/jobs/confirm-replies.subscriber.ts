import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventSubscribers } from '@libs/events';
import { ConfirmRepliesService } from '../confirm-replies.service';

/** An event of `collection`, on the same level: it cannot be imported, only named. */
const COLLECTION_RUN_FINISHED = 'CollectionRunFinished';

/** Compares replies with each run that has ended. */
@Injectable()
export class ConfirmRepliesSubscriber implements OnModuleInit {
  constructor(
    private readonly subscribers: EventSubscribers,
    private readonly confirming: ConfirmRepliesService,
  ) {}

  onModuleInit(): void {
    this.subscribers.on([COLLECTION_RUN_FINISHED], 'replies', () => ({
      take: ({ accountId, payload }) => this.confirming.afterRun(accountId, payload['object_ids'] as readonly number[]),
    }));
  }
}
