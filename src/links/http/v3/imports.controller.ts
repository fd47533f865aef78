import { Body, Controller, Post, Query } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { BodyEnum, BodyText, Endpoint, Input, QueryBoolean, Shape, V3 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { LinkResult, presentLinkResult } from '@src/objects';
import { IMPORT_FORMATS, importLines } from '../../domain/import-file';
import { IMPORT_RESULTS } from '../../domain/import-result';
import { ImportsService, type ImportedLine as LineResult } from '../../imports.service';

class ImportParameters extends Input({
  dry_run: QueryBoolean({ description: 'Only says what would happen.', default: false }),
}) {}

@ApiSchema({ description: 'A file of objects and addresses of their pages.' })
class ImportBody extends Input({
  format: BodyEnum({ description: 'The form of the file.', values: IMPORT_FORMATS, example: 'csv' }),
  file: BodyText({
    description:
      'The text of the file, at most 1,000 lines. CSV has a first row with the columns `name`, `url` (which may be repeated) and `object_id`; a cell may have several addresses with spaces between them. A line of JSON is `{"name", "urls", "object_id"}`.',
    max: 250_000,
    trim: false,
    example: 'name,url\nHotel Example,https://www.trustpilot.com/review/example.com\n',
  }),
}) {}

@ApiSchema({ description: 'What a line of a file did, or would do.' })
class ImportedLine extends Shape({
  line: { type: 'integer', description: 'The number of the line, from 1; in CSV that of the row.' },
  result: {
    type: 'string',
    values: IMPORT_RESULTS,
    description:
      '`created`: a new object. `links_added`: new links of an object that was there. `present`: everything was there. `refused`: nothing was done.',
  },
  name: { type: 'string', nullable: true, description: 'The name in the line; null if it cannot be read.' },
  object_id: {
    type: 'integer',
    nullable: true,
    description: 'The object; null for a refused line, and for an object that a dry run would create.',
  },
  link_results: { type: () => LinkResult, list: true, description: 'The result for each address of the line.' },
  error: { type: 'string', nullable: true, description: 'Why the line was refused, as text; null otherwise.' },
  error_code: { type: 'string', nullable: true, description: 'The same as a stable code.' },
}) {}

/** Imports of objects and links (contract §4.19): v3 only. */
@ApiTags('Imports')
@Controller({ path: 'imports', version: V3 })
export class ImportsController {
  constructor(private readonly imports: ImportsService) {}

  @Post()
  @Endpoint({
    name: 'importObjects',
    summary: 'Create objects and links from a file',
    description:
      'Each line as the single calls do: a refused line affects no other one. The object of a line is that of its `object_id`, or the one with its name, or a new one, so a repeated import finds everything present. With `dry_run=true` nothing is written.',
    list: ImportedLine,
    access: 'write',
  })
  async create(
    @CurrentCaller() caller: Caller,
    @Query() { dry_run: isDryRun }: ImportParameters,
    @Body() { format, file }: ImportBody,
  ): Promise<{ readonly data: readonly ImportedLine[] }> {
    const lines = importLines(format, file);
    const results = await (isDryRun ? this.imports.try(caller, lines) : this.imports.run(caller, lines));
    return { data: results.map(presentLine) };
  }
}

function presentLine({ line, result, name, objectId, outcomes, refusal }: LineResult): ImportedLine {
  return {
    line,
    result,
    name,
    object_id: objectId,
    link_results: outcomes.map(presentLinkResult),
    error: refusal?.reason ?? null,
    error_code: refusal?.code ?? null,
  };
}
