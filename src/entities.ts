import { EVENTS_ENTITIES } from '@libs/events';
import { HTTP_ENTITIES } from '@libs/http';
import { SEALING_ENTITIES } from '@libs/sealing';
import { AUDIT_ENTITIES } from '@src/audit';
import { AUTH_ENTITIES } from '@src/auth';
import { COLLECTION_ENTITIES } from '@src/collection';
import { CONNECTIONS_ENTITIES } from '@src/connections';
import { CONSOLE_ENTITIES } from '@src/console';
import { EMBEDS_ENTITIES } from '@src/embeds';
import { EXPORTS_ENTITIES } from '@src/exports';
import { FOLDERS_ENTITIES } from '@src/folders';
import { LINKS_ENTITIES } from '@src/links';
import { NOTICES_ENTITIES } from '@src/notices';
import { OBJECTS_ENTITIES } from '@src/objects';
import { OPERATIONS_ENTITIES } from '@src/operations';
import { REPLIES_ENTITIES } from '@src/replies';
import { REVIEWS_ENTITIES } from '@src/reviews';
import { SOURCES_ENTITIES } from '@src/sources';
import { SUPPORT_ENTITIES } from '@src/support';
import { SWITCHES_ENTITIES } from '@src/switches';
import { WEBHOOKS_ENTITIES } from '@src/webhooks';

/** The tables of the schema by the context that owns them, in the order of the migrations. */
export const ENTITIES_BY_OWNER = {
  'src/auth': AUTH_ENTITIES,
  'libs/sealing': SEALING_ENTITIES,
  'libs/http': HTTP_ENTITIES,
  'libs/events': EVENTS_ENTITIES,
  'src/audit': AUDIT_ENTITIES,
  'src/switches': SWITCHES_ENTITIES,
  'src/sources': SOURCES_ENTITIES,
  'src/objects': OBJECTS_ENTITIES,
  'src/notices': NOTICES_ENTITIES,
  'src/links': LINKS_ENTITIES,
  'src/folders': FOLDERS_ENTITIES,
  'src/connections': CONNECTIONS_ENTITIES,
  'src/reviews': REVIEWS_ENTITIES,
  'src/collection': COLLECTION_ENTITIES,
  'src/replies': REPLIES_ENTITIES,
  'src/webhooks': WEBHOOKS_ENTITIES,
  'src/support': SUPPORT_ENTITIES,
  'src/console': CONSOLE_ENTITIES,
  'src/operations': OPERATIONS_ENTITIES,
  'src/exports': EXPORTS_ENTITIES,
  'src/embeds': EMBEDS_ENTITIES,
} as const;

/** All entities. They cover every table except `schema_migration`, which TypeORM creates. */
export const ENTITIES = Object.values(ENTITIES_BY_OWNER).flat();
