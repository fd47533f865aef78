import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { GroupsController } from './http/v2/groups.controller';
import { ObjectsController } from './http/v3/objects.controller';
import { ObjectDirectory } from './object-directory';
import { ObjectsService } from './objects.service';
import { ObjectListQuery } from './persistence/object-list.query';
import { ObjectStore } from './persistence/object.store';

/** `ObjectLinks` is provided by the global links module; see the port. */
@Module({
  imports: [AuditModule],
  controllers: [GroupsController, ObjectsController],
  providers: [ObjectListQuery, ObjectStore, ObjectsService, ObjectDirectory],
  exports: [ObjectDirectory],
})
export class ObjectsModule {}
