import { Global, Module } from '@nestjs/common';
import { KeyPresence } from './key-presence';
import { KeyStateStore } from './key-state.store';
import { SealingKeys } from './sealing-keys';

/** Sealing and opening, for every process and command. */
@Global()
@Module({ providers: [KeyStateStore, SealingKeys], exports: [KeyStateStore, SealingKeys] })
export class SealingModule {}

/** A process that stays tells which keys it holds. */
@Module({ imports: [SealingModule], providers: [KeyPresence] })
export class KeyPresenceModule {}
