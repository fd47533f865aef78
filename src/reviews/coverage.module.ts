import { Module } from '@nestjs/common';
import { FoldersModule } from '@src/folders';
import { CoverageService } from './coverage.service';
import { CoverageQuery } from './persistence/coverage.query';

/** Which objects and links an object id, a folder id or neither stands for. */
@Module({
  imports: [FoldersModule],
  providers: [CoverageQuery, CoverageService],
  exports: [CoverageQuery, CoverageService],
})
export class CoverageModule {}
