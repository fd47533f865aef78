import { ObjectConfirmationEntity } from './object-confirmation.entity';
import { PlatformConnectionEntity } from './platform-connection.entity';

/** The tables of this context. */
export const CONNECTIONS_ENTITIES = [PlatformConnectionEntity, ObjectConfirmationEntity];
