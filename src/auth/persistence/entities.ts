import { AccountEntity } from './account.entity';
import { ApiKeyUseEntity } from './api-key-use.entity';
import { ApiKeyEntity } from './api-key.entity';
import { RequestWindowEntity } from './request-window.entity';

/** The tables of this context. */
export const AUTH_ENTITIES = [AccountEntity, ApiKeyEntity, ApiKeyUseEntity, RequestWindowEntity];
