import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { ObjectsModule } from '@src/objects';
import { SourcesModule } from '@src/sources';
import { IntakeModule } from '../intake';
import { ReviewImportsController } from './http/v3/review-imports.controller';
import { ReviewImportStore } from './persistence/review-import.store';
import { ReviewImportsService } from './review-imports.service';

/** Imports of reviews from elsewhere. */
@Module({
  imports: [AuditModule, IntakeModule, ObjectsModule, SourcesModule],
  controllers: [ReviewImportsController],
  providers: [ReviewImportStore, ReviewImportsService],
  exports: [ReviewImportsService],
})
export class ReviewImportsModule {}
