import { QueryId, QueryText } from '@libs/http';

export class EventsQuery {
  @QueryId({ description: 'The account. The guard has read it.' })
  readonly account_id!: number;

  @QueryText({
    description:
      'Id of the last event that the browser has, where another tab had the stream. The header `Last-Event-ID` wins.',
    maxLength: 64,
  })
  readonly last_event_id?: string;
}
