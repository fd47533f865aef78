import { Global, Module } from '@nestjs/common';
import { LinkStates } from '@src/objects';
import { SourcesModule } from '@src/sources';
import { LinkStatesAdapter } from './link-states.adapter';
import { LinkStateQuery } from './persistence/link-state.query';
import { ObjectListQuery } from './persistence/object-list.query';

/** Global, so that objects and links can inject `LinkStates` without importing a context above them. */
@Global()
@Module({
  imports: [SourcesModule],
  providers: [LinkStateQuery, ObjectListQuery, { provide: LinkStates, useClass: LinkStatesAdapter }],
  exports: [LinkStates],
})
export class LinkStatesModule {}
