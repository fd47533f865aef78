import type { Database } from '@libs/database';
import { LinkStatesAdapter } from '@src/collection/states/link-states.adapter';
import { LinkStateQuery } from '@src/collection/states/persistence/link-state.query';
import { ObjectListQuery } from '@src/collection/states/persistence/object-list.query';
import type { LinkStates } from '@src/objects';
import type { SourceCatalogue } from '@src/sources';

/** The states of links as the service reads them. */
export const linkStatesOn = (database: Database, catalogue: SourceCatalogue): LinkStates =>
  new LinkStatesAdapter(new LinkStateQuery(database), new ObjectListQuery(database), catalogue);
