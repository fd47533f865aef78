import { defineEvent } from '@libs/events';

/** A platform accepted a new or replaced connection. */
export const PLATFORM_CONNECTED = defineEvent<{ readonly object_id: number; readonly source_id: number }>(
  'PlatformConnected',
);
