import { Module } from '@nestjs/common';
import { AuthModule } from '@src/auth';
import { GroupsController } from './http/v2/groups.controller';
import { ObjectsController } from './http/v3/objects.controller';
import { ObjectDirectory } from './object-directory';
import { ObjectsService } from './objects.service';
import { ObjectStore } from './persistence/object.store';

/** `ObjectLinks` comes from the global links module: a call against gravity, see the port. */
@Module({
  imports: [AuthModule],
  controllers: [GroupsController, ObjectsController],
  providers: [ObjectStore, ObjectsService, ObjectDirectory],
  exports: [ObjectDirectory],
})
export class ObjectsModule {}
