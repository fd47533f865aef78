import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Input, NO_VERSION, QueryId, sendChunks } from '@libs/http';
import { feedParamsOf, ObjectFeedParameters, ReviewFeedService, selectionOf } from '@src/reviews';
import { chosenSources, SourceCatalogue } from '@src/sources';
import type { Response } from 'express';
import { CurrentMember, Member, type Membership } from '../../identity';
import { ReviewsCsvService } from '../reviews-csv.service';

const MOST_ROWS = 100_000;

class ExportParameters extends Input(ObjectFeedParameters, { account_id: QueryId({ description: 'The account.' }) }) {}

/** The reviews of a feed as a file for spreadsheets. */
@ApiTags('Inbox')
@Controller({ path: 'console/api/reviews.csv', version: NO_VERSION })
export class ReviewsExportController {
  constructor(
    private readonly exports: ReviewsCsvService,
    private readonly feed: ReviewFeedService,
    private readonly sources: SourceCatalogue,
  ) {}

  @Get()
  @Member({
    leastRole: 'viewer',
    accountIn: 'query',
    name: 'exportReviews',
    summary: 'The reviews of the feed as CSV',
    description: `With the parameters of \`GET /v3/reviews\`, without \`limit\` and \`offset\`; at most ${MOST_ROWS} rows. A file that is cut says so in its last line.`,
    media: ['text/csv'],
    errors: ['object_and_folder_conflict', 'not_found', 'folder_not_found'],
  })
  async get(
    @CurrentMember() { accountId, caller }: Membership,
    @Query() query: ExportParameters,
    @Res() response: Response,
  ): Promise<void> {
    const selection = selectionOf('object', query) ?? ({ kind: 'account' } as const);
    const params = { ...feedParamsOf(query), sourceIds: chosenSources(this.sources, query) };
    const snapshot = await this.feed.ids(caller, selection, params, { offset: 0, limit: MOST_ROWS });
    response.writeHead(200, {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="reviews-${new Date().toISOString().slice(0, 10)}.csv"`,
    });
    await sendChunks(response, this.exports.lines(accountId, snapshot));
  }
}
