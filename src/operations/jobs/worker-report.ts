import { Injectable, type OnModuleInit } from '@nestjs/common';
import { WakeupHandlers } from '@libs/queue';
import { Heartbeat } from '../heartbeat.service';

/** Adds the running work of the workers of this process to its heartbeat. */
@Injectable()
export class WorkerReport implements OnModuleInit {
  constructor(
    private readonly heartbeat: Heartbeat,
    private readonly handlers: WakeupHandlers,
  ) {}

  onModuleInit(): void {
    this.heartbeat.reportWork(() => this.handlers.work());
  }
}
