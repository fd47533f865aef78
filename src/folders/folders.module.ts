import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { ObjectsModule } from '@src/objects';
import { FolderDirectory } from './folder-directory';
import { FoldersService } from './folders.service';
import { FoldersV2Controller } from './http/v2/folders.controller';
import { FoldersController } from './http/v3/folders.controller';
import { FolderCoverageQuery } from './persistence/folder-coverage.query';
import { FolderStore } from './persistence/folder.store';

@Module({
  imports: [AuditModule, ObjectsModule],
  controllers: [FoldersV2Controller, FoldersController],
  providers: [FolderCoverageQuery, FolderDirectory, FoldersService, FolderStore],
  exports: [FolderDirectory],
})
export class FoldersModule {}
