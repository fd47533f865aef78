import {
  AccountPaceEntity,
  FieldHourEntity,
  SourceEventEntity,
  SourceHourEntity,
  SourcePaceEntity,
  UnreadHourEntity,
} from '../health';
import { RunFactEntity } from '../outcomes';
import { RunEntity, RunLinkEntity } from '../planning';
import { AccountQueueEntity } from './account-queue.entity';

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
