import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { ObjectsModule } from '@src/objects';
import { GroupCurationController } from './http/v2/group-curation.controller';
import { ObjectCurationController } from './http/v3/object-curation.controller';
import { ChangeCounterStore } from '../persistence/change-counter.store';
import { CurationQuery } from './persistence/curation.query';
import { CurationStore } from './persistence/curation.store';
import { ReviewCurationService } from './review-curation.service';
import { CoverageModule } from '../coverage.module';

/** Hiding and pinning, in both versions. */
@Module({
  imports: [AuditModule, CoverageModule, ObjectsModule],
  controllers: [GroupCurationController, ObjectCurationController],
  providers: [ChangeCounterStore, CurationQuery, CurationStore, ReviewCurationService],
})
export class CurationModule {}
