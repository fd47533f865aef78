import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventSubscribers } from '@libs/events';
import { PLATFORM_CONNECTED } from '@src/connections';
import { PlanRunsService } from '../planning';

/** Plans a run of an object's link on a platform when the account connects that platform. */
@Injectable()
export class ConnectedSubscriber implements OnModuleInit {
  constructor(
    private readonly subscribers: EventSubscribers,
    private readonly planner: PlanRunsService,
  ) {}

  onModuleInit(): void {
    this.subscribers.on(PLATFORM_CONNECTED, 'collection', ({ accountId, payload }) =>
      this.planner.collectConnected(accountId, payload.object_id, payload.source_id),
    );
  }
}
