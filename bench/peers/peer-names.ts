/**
 * Everything a user might pick instead that the bench knows of. What a run did not measure is reported by name as absent
 * and never silently dropped.
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

/** Not among `--peers auto`, nor installed without being named: too large for anybody who did not ask for it. */
export const ONLY_BY_NAME: readonly PeerName[] = ['strapi'];
