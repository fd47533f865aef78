import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventSubscribers, type EventBatch, type RelayedEvent } from '@libs/events';
import { COLLECTION_RUN_FINISHED, type RunFinishedPayload } from '@src/reviews';
import { ConfirmRepliesService } from '../confirm-replies.service';

/** Runs of one account, whose replies are compared together. */
interface FinishedRuns extends EventBatch {
  add(event: RelayedEvent<RunFinishedPayload>): void;
}

/** After runs, confirms the replies that they found, and marks those that they did not find as in doubt. */
@Injectable()
export class ConfirmRepliesSubscriber implements OnModuleInit {
  constructor(
    private readonly subscribers: EventSubscribers,
    private readonly confirming: ConfirmRepliesService,
  ) {}

  onModuleInit(): void {
    const begin = (): FinishedRuns => this.begin();
    this.subscribers.onInBatches(COLLECTION_RUN_FINISHED, 'replies', begin, (event, runs) => runs.add(event));
  }

  private begin(): FinishedRuns {
    let runs: RelayedEvent<RunFinishedPayload>[] = [];
    return {
      add: (event) => void runs.push(event),
      work: async () => {
        const [first] = runs;
        const objectIds = new Set(runs.flatMap(({ payload }) => payload.object_ids));
        runs = [];
        if (first !== undefined) await this.confirming.afterRuns(first.accountId, [...objectIds]);
      },
      end: () => Promise.resolve(),
    };
  }
}
