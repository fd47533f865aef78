import type { OutgoingHttpHeaders } from 'node:http';
import { Controller, Delete, Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Endpoint, IdParam, sendChunks, V3 } from '@libs/http';
import { AppError } from '@libs/kernel';
import { CurrentCaller, type Caller } from '@src/auth';
import { filterParamsOf, selectionOf } from '@src/reviews';
import { chosenSources, SourceCatalogue } from '@src/sources';
import { byteRange, type ByteRange } from '../../domain/byte-range';
import type { ReviewExport } from '../../domain/export';
import { ExportsService } from '../../exports.service';
import { Export, ExportParameters, presentExport } from './export.shapes';

const MEDIA = { csv: 'text/csv; charset=utf-8; header=present', jsonl: 'application/x-ndjson; charset=utf-8' } as const;

/** Files of reviews (contract §4.18): v3 only. */
@ApiTags('Exports')
@Controller({ path: 'exports', version: V3 })
export class ExportsController {
  constructor(
    private readonly exports: ExportsService,
    private readonly sources: SourceCatalogue,
  ) {}

  @Post()
  @Endpoint({
    name: 'requestExport',
    summary: 'Request a file of reviews',
    description:
      'With the filters of `GET /v3/reviews`, without page, order and shape. A worker writes the file; at most two are written at a time, and 20 kept: 409 `conflict`. Files are removed 24 hours after their request.',
    status: 202,
    response: Export,
    access: 'read',
    errors: ['object_and_folder_conflict', 'not_found', 'folder_not_found', 'conflict'],
    idempotent: true,
  })
  async create(@CurrentCaller() caller: Caller, @Query() query: ExportParameters): Promise<Export> {
    const selection = selectionOf('object', query) ?? ({ kind: 'account' } as const);
    const filters = { ...filterParamsOf(query), sourceIds: chosenSources(this.sources, query) };
    return presentExport(await this.exports.request(caller, query.format, { selection, filters }));
  }

  @Get()
  @Endpoint({
    summary: 'List the files of reviews',
    description: 'Newest first; without those that were deleted or have expired.',
    list: Export,
    access: 'read',
  })
  async list(@CurrentCaller() { accountId }: Caller): Promise<{ readonly data: readonly Export[] }> {
    return { data: (await this.exports.list(accountId)).map(presentExport) };
  }

  @Get(':export_id')
  @Endpoint({
    summary: 'Read an export and its progress',
    description: '`rows` and `bytes` grow with each part that is written.',
    response: Export,
    access: 'read',
  })
  async get(@CurrentCaller() { accountId }: Caller, @IdParam('export_id') exportId: number): Promise<Export> {
    return presentExport(await this.exports.single(accountId, exportId));
  }

  @Get(':export_id/file')
  @Endpoint({
    name: 'downloadExport',
    summary: 'Download the file of an export',
    description:
      'Of a finished export, otherwise 409 `conflict`. A `Range` of bytes gets 206, so that a download can be continued; `If-Range` with the `ETag` is honored. The body is not compressed.',
    media: ['text/csv', 'application/x-ndjson'],
    access: 'read',
    errors: ['conflict', 'range_not_satisfiable'],
    ranges: true,
  })
  async download(
    @CurrentCaller() { accountId }: Caller,
    @IdParam('export_id') exportId: number,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const file = await this.exports.finished(accountId, exportId);
    const range = requestedRange(request, file);
    response.writeHead(range === null ? 200 : 206, headersOf(file, range));
    await sendChunks(response, this.exports.bytes(accountId, exportId, range ?? { start: 0, end: file.byteCount }));
  }

  @Delete(':export_id')
  @Endpoint({
    summary: 'Delete an export',
    description: 'Also one that is being written. Its file is gone at once.',
    status: 204,
    access: 'read',
  })
  async remove(@CurrentCaller() { accountId }: Caller, @IdParam('export_id') exportId: number): Promise<void> {
    await this.exports.remove(accountId, exportId);
  }
}

/** The file of an export never changes, and ids are not used again. */
const tagOf = ({ id }: ReviewExport): string => `"export-${id}"`;

/** The part of the file to send; null: all of it. Throws 416 for a part that the file does not have. Only GET has ranges (RFC 9110, 14.2). */
function requestedRange({ method, headers }: Request, file: ReviewExport): ByteRange | null {
  const { range: header, 'if-range': condition } = headers;
  if (method !== 'GET') return null;
  if (condition !== undefined && condition !== tagOf(file)) return null;
  const range = byteRange(header, file.byteCount);
  if (range === 'unsatisfiable')
    throw new AppError('range_not_satisfiable', `The file has ${file.byteCount} bytes`, {
      'Content-Range': `bytes */${file.byteCount}`,
    });
  return range === 'whole' ? null : range;
}

function headersOf(file: ReviewExport, range: ByteRange | null): OutgoingHttpHeaders {
  const { id, format, byteCount } = file;
  const { start, end } = range ?? { start: 0, end: byteCount };
  return {
    'Content-Type': MEDIA[format],
    'Content-Disposition': `attachment; filename="reviews-${id}.${format}"`,
    'Content-Length': end - start,
    'Accept-Ranges': 'bytes',
    ETag: tagOf(file),
    ...(range === null ? {} : { 'Content-Range': `bytes ${start}-${end - 1}/${byteCount}` }),
  };
}
