import { Body, Controller, Post, Query, Res } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { BodyEnum, BodyText, Endpoint, Input, QueryBoolean, sendJson, Shape, V3 } from '@libs/http';
import { inTurns } from '@libs/kernel';
import { CurrentCaller, type Caller } from '@src/auth';
import { LinkResult, presentLinkResult } from '@src/objects';
import { IMPORT_FORMATS, importLines, LINES_AT_MOST, TRIED_LINES_AT_MOST } from '../../domain/import-file';
import { IMPORT_RESULTS, type ImportedLine as LineResult } from '../../domain/import-result';
import type { SimilarObject, TriedLine } from '../../domain/import-trial';
import { ImportsService } from '../../imports.service';

class ImportParameters extends Input({
  dry_run: QueryBoolean({ description: 'Only says what would happen.', default: false }),
}) {}

@ApiSchema({ description: 'A file of objects and addresses of their pages.' })
class ImportBody extends Input({
  format: BodyEnum({ description: 'The form of the file.', values: IMPORT_FORMATS, example: 'csv' }),
  file: BodyText({
    description:
      'The text of the file, at most 1,000 lines, with `dry_run=true` 5,000. CSV has a first row with the columns `name`, `url` (which may be repeated) and `object_id`; a cell may have several addresses. A line of JSON is `{"name", "urls", "object_id"}`.',
    max: 250_000,
    trim: false,
    example: 'name,url\nHotel Example,https://www.trustpilot.com/review/example.com\n',
  }),
}) {}

const SAME = ['page', 'name'] as const satisfies readonly SimilarObject['same'][];

@ApiSchema({ description: 'Another object that may be the one of a line: of the account, or of another line.' })
class SimilarToLine extends Shape({
  same: {
    type: 'string',
    values: SAME,
    description:
      '`page`: it has a page that the line would link. `name`: its name differs only in case, width or spaces, and the line would create an object.',
  },
  object_id: { type: 'integer', nullable: true, description: 'The object; null for one of another line.' },
  line: { type: 'integer', nullable: true, description: 'The other line; null for an object of the account.' },
  name: { type: 'string', description: 'Its name.' },
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
  similar: {
    type: () => SimilarToLine,
    list: true,
    description: 'In a dry run, other objects that may be the one of the line, at most ten; otherwise empty.',
  },
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
    @Res() response: Response,
  ): Promise<void> {
    const lines = await inTurns(importLines(format, file, isDryRun ? TRIED_LINES_AT_MOST : LINES_AT_MOST));
    const items = isDryRun
      ? await inTurns(presented(await this.imports.try(caller, lines), presentTried))
      : await inTurns(presented(await this.imports.run(caller, lines), presentLine));
    sendJson(response, 200, { before: '{"data":[', items, after: ']}' });
  }
}

/** The JSON text of each line. Yields after each (`inTurns`): thousands of lines have megabytes. */
function* presented<T>(
  lines: readonly T[],
  present: (line: T) => ImportedLine,
): Generator<void, readonly string[], void> {
  const items: string[] = [];
  for (const line of lines) {
    items.push(JSON.stringify(present(line)));
    yield;
  }
  return items;
}

function presentTried({ similar, ...line }: TriedLine): ImportedLine {
  return { ...presentLine(line), similar: similar.map(presentSimilar) };
}

function presentLine({ line, result, name, objectId, outcomes, refusal }: LineResult): ImportedLine {
  return {
    line,
    result,
    name,
    object_id: objectId,
    link_results: outcomes.map(presentLinkResult),
    similar: [],
    error: refusal?.reason ?? null,
    error_code: refusal?.code ?? null,
  };
}

const presentSimilar = ({ same, objectId, line, name }: SimilarObject): SimilarToLine => ({
  ...{ same, object_id: objectId, line, name },
});
