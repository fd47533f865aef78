import { defineEvent } from '@libs/events';

/** A platform accepted a connection, a new one or a replacement. */
export const PLATFORM_CONNECTED = defineEvent<{ readonly object_id: number; readonly source_id: number }>(
  'PlatformConnected',
);
