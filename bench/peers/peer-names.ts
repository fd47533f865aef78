/**
 * All alternatives that the bench supports. A peer that a run did not measure is reported by name as absent.
 */
export const PEERS = [
  'typeorm',
  'bullmq-pg',
  'bullmq-redis',
  'pg-boss',
  'graphile-worker',
  'postgraphile',
  'strapi',
] as const;
export type PeerName = (typeof PEERS)[number];

/** Peers that are neither in `--peers auto` nor installed unless they are named: they are too large. */
export const ONLY_BY_NAME: readonly PeerName[] = ['strapi'];
