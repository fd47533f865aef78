import { Module } from '@nestjs/common';
import { FoldersModule } from '@src/folders';
import { CoverageService } from './coverage.service';
import { CoverageQuery } from './persistence/coverage.query';

/** Resolves the object, the folder or the account of a request to objects and links. */
@Module({
  imports: [FoldersModule],
  providers: [CoverageQuery, CoverageService],
  exports: [CoverageQuery, CoverageService],
})
export class CoverageModule {}
