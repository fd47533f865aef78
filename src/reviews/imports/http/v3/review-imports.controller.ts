import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, IdParam, PageParameters, V3 } from '@libs/http';
import type { Page } from '@libs/kernel';
import { CurrentCaller, type Caller } from '@src/auth';
import { reviewLines } from '../../domain/review-file';
import { ReviewFile, ReviewImportsService } from '../../review-imports.service';
import {
  ImportedReviews,
  presentImport,
  presentLine,
  ReviewImport,
  ReviewImportBody,
  ReviewImportParameters,
} from './review-import.shapes';

/** Imports of reviews from elsewhere (contract §4.22): v3 only. */
@ApiTags('Imports')
@Controller({ path: 'review-imports', version: V3 })
export class ReviewImportsController {
  constructor(private readonly imports: ReviewImportsService) {}

  @Post()
  @Endpoint({
    name: 'importReviews',
    summary: 'Import reviews from elsewhere',
    description:
      'Each line is one review of a link that is there. A refused line affects no other one, and a repeated import finds everything present. Imported reviews are not announced, and become collected ones when a collection finds them. With `dry_run=true` nothing is written.',
    response: ImportedReviews,
    access: 'write',
  })
  async create(
    @CurrentCaller() { accountId }: Caller,
    @Query() { dry_run: isDryRun }: ReviewImportParameters,
    @Body() { file: text }: ReviewImportBody,
  ): Promise<ImportedReviews> {
    const file = new ReviewFile(accountId);
    const lines = await this.imports.take(file, reviewLines(text, new Date()), isDryRun);
    return { import_id: file.importId, data: lines.map(presentLine) };
  }

  @Get()
  @Endpoint({
    name: 'listReviewImports',
    summary: 'List the imports of reviews',
    description: 'Newest first, also those that were removed. An import that changed nothing is not listed.',
    page: ReviewImport,
    access: 'read',
  })
  async list(@CurrentCaller() { accountId }: Caller, @Query() query: PageParameters): Promise<Page<ReviewImport>> {
    const page = await this.imports.page(accountId, query);
    return { ...page, data: page.data.map(presentImport) };
  }

  @Get(':import_id')
  @Endpoint({
    name: 'getReviewImport',
    summary: 'Read an import of reviews',
    description: '`only_imported` falls as collections find its reviews.',
    response: ReviewImport,
    access: 'read',
  })
  async get(@CurrentCaller() { accountId }: Caller, @IdParam('import_id') importId: number): Promise<ReviewImport> {
    return presentImport(await this.imports.single(accountId, importId));
  }

  @Delete(':import_id')
  @Endpoint({
    name: 'removeReviewImport',
    summary: 'Remove an import of reviews',
    description:
      'Removes the reviews that only it has brought. Reviews that a collection has found stay. The change stream has them as `remove` with the reason `import_removed`.',
    status: 204,
    access: 'write',
  })
  async remove(@CurrentCaller() { accountId }: Caller, @IdParam('import_id') importId: number): Promise<void> {
    await this.imports.remove(accountId, importId);
  }
}
