import { RunningProcessEntity } from './running-process.entity';
import { SourceAlarmEntity } from './source-alarm.entity';

/** The tables of this context. */
export const OPERATIONS_ENTITIES = [SourceAlarmEntity, RunningProcessEntity];
