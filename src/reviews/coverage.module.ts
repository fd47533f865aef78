import { Module } from '@nestjs/common';
import { FoldersModule } from '@src/folders';
import { CoverageService } from './coverage.service';
import { CompositionQuery } from './persistence/composition.query';

/** Resolves the object, the folder or the account of a request to objects and links. */
@Module({
  imports: [FoldersModule],
  providers: [CompositionQuery, CoverageService],
  exports: [CompositionQuery, CoverageService],
})
export class CoverageModule {}
