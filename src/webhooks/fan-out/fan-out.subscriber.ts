import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventSubscribers } from '@libs/events';
import { AUTHORS_MASKED, COLLECTION_RUN_FINISHED, REVIEW_EVENTS, REVIEW_FACTS } from '@src/reviews';
import { FanOutService } from './fan-out.service';

const NAME = 'webhooks';

/** Subscribes webhooks to the events that can lead to deliveries. */
@Injectable()
export class FanOutSubscriber implements OnModuleInit {
  constructor(
    private readonly subscribers: EventSubscribers,
    private readonly fanOut: FanOutService,
  ) {}

  onModuleInit(): void {
    const begin = () => this.fanOut.begin();
    for (const fact of REVIEW_FACTS)
      this.subscribers.onInBatches(REVIEW_EVENTS[fact], NAME, begin, (event, batch) => batch.addReviews(fact, event));
    this.subscribers.onInBatches(COLLECTION_RUN_FINISHED, NAME, begin, (event, batch) => batch.addRun(event));
    this.subscribers.on(AUTHORS_MASKED, NAME, ({ accountId, payload }) =>
      this.fanOut.maskAuthors(accountId, payload.review_ids),
    );
  }
}
