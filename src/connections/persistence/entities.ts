import { ConsentCardEntity } from './consent-card.entity';
import { ConsentFlowEntity } from './consent-flow.entity';
import { ObjectConfirmationEntity } from './object-confirmation.entity';
import { PlatformConnectionEntity } from './platform-connection.entity';
import { PlatformGrantEntity } from './platform-grant.entity';

/** The tables of this context. */
export const CONNECTIONS_ENTITIES = [
  PlatformConnectionEntity,
  ObjectConfirmationEntity,
  PlatformGrantEntity,
  ConsentFlowEntity,
  ConsentCardEntity,
];
