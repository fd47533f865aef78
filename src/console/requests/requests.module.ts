import { Module } from '@nestjs/common';
import { AccessModule } from '@src/auth';
import { RequestsController } from './http/requests.controller';
import { RequestLogQuery } from './persistence/request-log.query';
import { RequestLogStore } from './persistence/request-log.store';
import { RequestRecorder } from './request-recorder.service';
import { RequestsService } from './requests.service';

/** The request log. Part of the console: with `HREV_CONSOLE=off` no request is recorded. */
@Module({
  imports: [AccessModule],
  controllers: [RequestsController],
  providers: [RequestLogQuery, RequestLogStore, RequestRecorder, RequestsService],
  exports: [RequestRecorder],
})
export class RequestsModule {}
