import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventSubscribers } from '@libs/events';
import { EVENTS_OF_WEBHOOKS, FanOutService } from './fan-out.service';

/** Subscribes webhooks to the events that they are told of. */
@Injectable()
export class FanOutSubscriber implements OnModuleInit {
  constructor(
    private readonly subscribers: EventSubscribers,
    private readonly fanOut: FanOutService,
  ) {}

  onModuleInit(): void {
    this.subscribers.on(EVENTS_OF_WEBHOOKS, 'webhooks', () => this.fanOut.begin());
  }
}
