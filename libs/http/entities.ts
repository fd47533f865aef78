import { IdempotentResponseEntity } from './idempotent-response.entity';

/** The tables of this context. */
export const HTTP_ENTITIES = [IdempotentResponseEntity];
