import { IdempotentAnswerEntity } from './idempotent-answer.entity';

/** The tables of this context. */
export const HTTP_ENTITIES = [IdempotentAnswerEntity];
