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
  'crawlee',
] as const;
export type PeerName = (typeof PEERS)[number];

/** Large peers, which are neither in `--peers auto` nor installed unless they are named. */
export const ONLY_BY_NAME: readonly PeerName[] = ['strapi'];
