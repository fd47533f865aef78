import { EncryptionKeyEntity } from './encryption-key.entity';
import { EncryptionKeyHolderEntity } from './encryption-key-holder.entity';

/** The tables of this context. */
export const SEALING_ENTITIES = [EncryptionKeyEntity, EncryptionKeyHolderEntity];
