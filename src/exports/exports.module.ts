import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { ReviewsModule } from '@src/reviews';
import { SourcesModule } from '@src/sources';
import { ExportsService } from './exports.service';
import { ExportsController } from './http/v3/exports.controller';
import { ExportSpaceQuery } from './persistence/export-space.query';
import { ExportStore } from './persistence/export.store';

@Module({
  imports: [AuditModule, ReviewsModule, SourcesModule],
  controllers: [ExportsController],
  providers: [ExportSpaceQuery, ExportsService, ExportStore],
})
export class ExportsModule {}
