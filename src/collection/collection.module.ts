import { Module } from '@nestjs/common';
import { SourceHealthModule } from './health';
import { PlanningModule } from './planning';

/** What every process has of this context: plans and results of runs, and the state of sources. */
@Module({ imports: [PlanningModule, SourceHealthModule], exports: [PlanningModule, SourceHealthModule] })
export class CollectionModule {}
