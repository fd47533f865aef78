import { Module } from '@nestjs/common';
import { AccessModule } from '@src/auth';
import { MemberGuard } from '../http/member.guard';
import { EventsController } from './http/events.controller';
import { LiveChanges } from './live-changes.service';
import { LiveStreams } from './live-streams.service';
import { LiveStore } from './persistence/live.store';

/** The streams of changes, for processes that serve the console. */
@Module({
  imports: [AccessModule],
  controllers: [EventsController],
  providers: [LiveChanges, LiveStore, LiveStreams, MemberGuard],
  exports: [LiveChanges, LiveStreams],
})
export class LiveModule {}
