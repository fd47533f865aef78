import { Module } from '@nestjs/common';
import { FoldersModule } from '@src/folders';
import { CoverageService } from './coverage.service';
import { CoverageQuery } from './persistence/coverage.query';

/** Resolves an addressee to objects and links. */
@Module({
  imports: [FoldersModule],
  providers: [CoverageQuery, CoverageService],
  exports: [CoverageQuery, CoverageService],
})
export class CoverageModule {}
