import { Module } from '@nestjs/common';
import { RollupStore } from './persistence/rollup.store';
import { RollupsService } from './rollups.service';

/** Compares the rollup counters with the reviews, for the command line. */
@Module({ providers: [RollupsService, RollupStore], exports: [RollupsService] })
export class RollupsModule {}
