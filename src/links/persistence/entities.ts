import { LinkCollectionEntity } from './link-collection.entity';
import { LinkEntity } from './link.entity';

/** The tables of this context. */
export const LINKS_ENTITIES = [LinkEntity, LinkCollectionEntity];
