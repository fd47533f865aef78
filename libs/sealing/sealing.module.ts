import { Global, Module } from '@nestjs/common';
import { KeyPresence } from './key-presence';
import { KeyStateStore } from './key-state.store';
import { SealedFigures } from './sealed-figures';
import { SealingKeys } from './sealing-keys';

/** Sealing and opening of secrets, for every process and command. */
@Global()
@Module({ providers: [KeyStateStore, SealingKeys], exports: [KeyStateStore, SealingKeys] })
export class SealingModule {}

/** Heartbeats of long-running processes, with the keys that they hold, and the metrics of sealed secrets. */
@Module({ imports: [SealingModule], providers: [KeyPresence, SealedFigures] })
export class KeyPresenceModule {}
