import { Controller, Get, Headers, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Input, NO_VERSION, QueryId, QueryText } from '@libs/http';
import type { Request, Response } from 'express';
import { CurrentMember, Member, type Membership } from '../../identity';
import { LiveStream, STREAM_HEADERS } from '../live-stream';
import { LiveStreams } from '../live-streams.service';

class EventsParameters extends Input({
  account_id: QueryId({ description: 'The account. The guard has read it.' }),
  last_event_id: QueryText({
    description:
      'Id of the last event that the browser has, where another tab had the stream. The header `Last-Event-ID` wins.',
    maxLength: 64,
  }),
}) {}

/** The stream of changes in an account. */
@ApiTags('Live changes')
@Controller({ path: 'console/api', version: NO_VERSION })
export class EventsController {
  constructor(private readonly streams: LiveStreams) {}

  @Get('events')
  @Member({
    leastRole: 'viewer',
    accountIn: 'query',
    name: 'streamEvents',
    summary: 'What changes in an account, as server-sent events',
    description: 'Says what changed, never the data. Streams end after four hours.',
    media: ['text/event-stream'],
  })
  async stream(
    @CurrentMember() { sessionId, accountId, personId, role }: Membership,
    @Query() query: EventsParameters,
    @Headers('last-event-id') header: string | undefined,
    @Req() { method }: Request,
    @Res() response: Response,
  ): Promise<void> {
    // The response to HEAD has no body, so nothing could be streamed.
    if (method === 'HEAD') return void response.status(200).set(STREAM_HEADERS).end();
    const stream = new LiveStream(response, { sessionId, accountId }, personId, role);
    response.once('close', () => this.streams.leave(stream));
    await this.streams.open(stream, (header ?? query.last_event_id) || null);
  }
}
