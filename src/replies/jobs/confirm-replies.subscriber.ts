import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventSubscribers } from '@libs/events';
import { ConfirmRepliesService } from '../confirm-replies.service';

/** Told by collection, which stands on the same floor and is known here by name alone. */
const COLLECTION_RUN_FINISHED = 'CollectionRunFinished';

/** After each run: replies that it saw are confirmed, those that it missed are doubted. */
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
