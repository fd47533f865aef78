/** The wire form of exports (contract §4.18). */
import { ApiSchema } from '@nestjs/swagger';
import { Input, QueryEnum, Shape } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import { ObjectFilterParameters } from '@src/reviews';
import { EXPORT_ERRORS, EXPORT_FORMATS, EXPORT_STATES, type ReviewExport } from '../../domain/export';

export class ExportParameters extends Input(ObjectFilterParameters, {
  format: QueryEnum({ description: 'The form of the file.', values: EXPORT_FORMATS, default: 'jsonl' }),
}) {}

@ApiSchema({ description: 'A file of reviews, and the progress of its writing.' })
export class Export extends Shape({
  id: { type: 'integer', description: 'Id of the export.' },
  format: { type: 'string', values: EXPORT_FORMATS, description: 'The form of the file.' },
  state: {
    type: 'string',
    values: EXPORT_STATES,
    description: '`queued`, `running`, `finished` (the file can be read), or `failed`.',
  },
  error: {
    type: 'string',
    nullable: true,
    values: EXPORT_ERRORS,
    description:
      'Why it failed: the object or folder is gone, files would take too much space (`too_large`), or writing it failed five times (`internal`).',
  },
  rows: { type: 'integer', description: 'Reviews in the file so far.' },
  total: { type: 'integer', nullable: true, description: 'Reviews that matched when the writing began; null before.' },
  bytes: { type: 'integer', description: 'Size of the file so far.' },
  created_at: { type: 'date-time', description: 'When it was requested.' },
  ended_at: { type: 'date-time', nullable: true, description: 'When it was finished or failed; null before.' },
  expires_at: { type: 'date-time', description: 'When it is removed: 24 hours after the request.' },
}) {}

export function presentExport(item: ReviewExport): Export {
  const { id, format, state, error, rowCount, total, byteCount } = item;
  return {
    id,
    format,
    state,
    error,
    rows: rowCount,
    total,
    bytes: byteCount,
    created_at: wireTime(item.createdAt),
    ended_at: wireTimeOrNull(item.endedAt),
    expires_at: wireTime(item.expiresAt),
  };
}
