import { Global, Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { ObjectLinks, ObjectsModule } from '@src/objects';
import { SourcesModule } from '@src/sources';
import { GroupLinksController } from './http/v2/group-links.controller';
import { DetectLinksController } from './http/v3/detect.controller';
import { ImportsController } from './http/v3/imports.controller';
import { ObjectLinksController } from './http/v3/object-links.controller';
import { ImportsService } from './imports.service';
import { LinksService } from './links.service';
import { LinkStore } from './persistence/link.store';

/** Global, so that objects can inject `ObjectLinks` without importing a context above them. */
@Global()
@Module({
  imports: [AuditModule, ObjectsModule, SourcesModule],
  controllers: [GroupLinksController, ObjectLinksController, DetectLinksController, ImportsController],
  providers: [ImportsService, LinkStore, LinksService, { provide: ObjectLinks, useExisting: LinksService }],
  exports: [ImportsService, ObjectLinks],
})
export class LinksModule {}
