import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { GroupsController } from './http/v2/groups.controller';
import { ObjectsController } from './http/v3/objects.controller';
import { ObjectDirectory } from './object-directory';
import { ObjectsService } from './objects.service';
import { ObjectStore } from './persistence/object.store';

/** `ObjectLinks` and `LinkStates` are provided by global modules of `links` and `collection`; see the ports. */
@Module({
  imports: [AuditModule],
  controllers: [GroupsController, ObjectsController],
  providers: [ObjectStore, ObjectsService, ObjectDirectory],
  exports: [ObjectDirectory, ObjectsService],
})
export class ObjectsModule {}
