/** Secrets at rest: the key that seals them, the keys that open them, and the take-over by a new key (contract §12.4; ADR 24). */
export { BoundSeal, type Sealed } from './bound-seal';
export {
  compareKeys,
  openSealedValues,
  sealingFingerprint,
  SEALED_TABLES,
  type KeyFindings,
  type SealedTable,
} from './sealed-tables';
export { KeyStateStore } from './key-state.store';
export { resealAll, type ResealedBatch } from './reseal';
export { SealRing } from './seal-ring';
export { SealingKeys } from './sealing-keys';
export { TextSeal } from './text-seal';
export { KeyPresenceModule, SealingModule } from './sealing.module';
export { SEALING_ENTITIES } from './entities';
