import { Global, Module } from '@nestjs/common';
import { KeyPresence } from './key-presence';
import { KeyStateStore } from './key-state.store';
import { SealingKeys } from './sealing-keys';

/** Sealing and opening of secrets, for every process and command. */
@Global()
@Module({ providers: [KeyStateStore, SealingKeys], exports: [KeyStateStore, SealingKeys] })
export class SealingModule {}

/** Heartbeats of long-running processes, with the keys that they hold. */
@Module({ imports: [SealingModule], providers: [KeyPresence] })
export class KeyPresenceModule {}
