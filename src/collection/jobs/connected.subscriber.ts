import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventSubscribers } from '@libs/events';
import { PLATFORM_CONNECTED } from '@src/connections';
import { PlanRunsService } from '../plan-runs.service';

/** Collects the page of an object when its platform is connected. */
@Injectable()
export class ConnectedSubscriber implements OnModuleInit {
  constructor(
    private readonly subscribers: EventSubscribers,
    private readonly plan: PlanRunsService,
  ) {}

  onModuleInit(): void {
    this.subscribers.on(PLATFORM_CONNECTED, 'collection', ({ accountId, payload }) =>
      this.plan.collectConnected(accountId, payload.object_id, payload.source_id),
    );
  }
}
