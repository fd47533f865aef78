/** Secrets at rest: which encryption key seals, which keys open, and how a new key takes over (contract §12.4; ADR 24). */
export { compareKeys, type KeyFindings, type SealedTable } from './sealed-tables';
export { KeyStateStore } from './key-state.store';
export { resealAll, type ResealedBatch } from './reseal';
export { SealRing } from './seal-ring';
export { SealingKeys } from './sealing-keys';
export { KeyPresenceModule, SealingModule } from './sealing.module';
export { SEALING_ENTITIES } from './entities';
