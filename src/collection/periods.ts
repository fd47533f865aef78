import type { Config } from '@libs/config';
import type { Periods } from './domain/schedule';

/** The periods that the operator has set. */
export const periodsOf = (config: Pick<Config, 'HREV_COLLECT_EVERY' | 'HREV_COLLECT_OWNER_EVERY'>): Periods => ({
  publicMs: config.HREV_COLLECT_EVERY,
  ownerMs: config.HREV_COLLECT_OWNER_EVERY,
});
