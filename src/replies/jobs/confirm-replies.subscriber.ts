import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventSubscribers } from '@libs/events';
import { COLLECTION_RUN_FINISHED } from '@src/reviews';
import { ConfirmRepliesService } from '../confirm-replies.service';

/** After each run, confirms the replies that it found, and marks those that it did not find as in doubt. */
@Injectable()
export class ConfirmRepliesSubscriber implements OnModuleInit {
  constructor(
    private readonly subscribers: EventSubscribers,
    private readonly confirming: ConfirmRepliesService,
  ) {}

  onModuleInit(): void {
    this.subscribers.on(COLLECTION_RUN_FINISHED, 'replies', ({ accountId, payload }) =>
      this.confirming.afterRun(accountId, payload.object_ids),
    );
  }
}
