import { Module } from '@nestjs/common';
import { GroupsController } from './http/v2/groups.controller';
import { ObjectsController } from './http/v3/objects.controller';
import { ObjectDirectory } from './object-directory';
import { ObjectsService } from './objects.service';
import { ObjectStore } from './persistence/object.store';

/** `ObjectLinks` is provided by the global links module; see the port. */
@Module({
  controllers: [GroupsController, ObjectsController],
  providers: [ObjectStore, ObjectsService, ObjectDirectory],
  exports: [ObjectDirectory],
})
export class ObjectsModule {}
