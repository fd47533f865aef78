import { Module } from '@nestjs/common';
import { RepliesModule } from '@src/replies';
import { ReviewAnsweringModule } from '@src/reviews';
import { PersonsModule } from '../identity';
import { AnsweringController } from './http/answering.controller';
import { EventsController } from './http/events.controller';
import { LiveStreams } from './live-streams.service';
import { LiveChanges } from './persistence/live-changes.store';
import { LiveStore } from './persistence/live.store';

@Module({
  imports: [PersonsModule, RepliesModule, ReviewAnsweringModule],
  controllers: [EventsController, AnsweringController],
  providers: [LiveChanges, LiveStore, LiveStreams],
})
export class LiveModule {}
