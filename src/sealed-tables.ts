import type { SealedTable } from '@libs/sealing';
import { SEALED_CONNECTIONS, SEALED_GRANTS } from '@src/connections';
import { SEALED_SEEDS } from '@src/console';
import { SEALED_OAUTH_CLIENTS } from '@src/sources';
import { SEALED_OWN_HEADERS, SEALED_SIGNING_SECRETS } from '@src/webhooks';

/** The tables with sealed secrets of all contexts. */
export const ALL_SEALED_TABLES: readonly SealedTable[] = [
  SEALED_SIGNING_SECRETS,
  SEALED_OWN_HEADERS,
  SEALED_CONNECTIONS,
  SEALED_GRANTS,
  SEALED_OAUTH_CLIENTS,
  SEALED_SEEDS,
];
