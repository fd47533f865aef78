import { AccountPaceEntity } from './account-pace.entity';
import { AccountQueueEntity } from './account-queue.entity';
import { FieldHourEntity } from './field-hour.entity';
import { RunEntity } from './run.entity';
import { RunFactEntity } from './run-fact.entity';
import { RunLinkEntity } from './run-link.entity';
import { SourceEventEntity } from './source-event.entity';
import { SourceHourEntity } from './source-hour.entity';
import { SourcePaceEntity } from './source-pace.entity';
import { UnreadHourEntity } from './unread-hour.entity';

/** The tables of this context. */
export const COLLECTION_ENTITIES = [
  RunEntity,
  RunLinkEntity,
  RunFactEntity,
  AccountQueueEntity,
  SourcePaceEntity,
  AccountPaceEntity,
  SourceHourEntity,
  FieldHourEntity,
  SourceEventEntity,
  UnreadHourEntity,
];
