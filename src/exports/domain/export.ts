/** A file of reviews that a client requested (contract §4.18). */
import type { ErrorCode, Selection } from '@libs/kernel';
import type { FeedFilterParams } from '@src/reviews';

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_STATES = ['queued', 'running', 'finished', 'failed'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

/** Why a file was not written: its object or folder is gone, files take too much space, or writing it failed several times. */
export const EXPORT_ERRORS = ['not_found', 'folder_not_found', 'too_large', 'internal'] as const;
export type ExportError = (typeof EXPORT_ERRORS)[number];

/** Which reviews the file has. */
export interface ExportRequest {
  readonly selection: Selection;
  readonly filters: FeedFilterParams;
}

export interface ReviewExport {
  readonly id: number;
  readonly format: ExportFormat;
  readonly state: ExportState;
  readonly error: ExportError | null;
  /** Reviews that matched when the writing began; null before. */
  readonly total: number | null;
  readonly rowCount: number;
  readonly byteCount: number;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  readonly expiresAt: Date;
}

/** Files of an account that are being written, or wait for it. */
export const UNFINISHED_AT_MOST = 2;
/** Files of an account that are kept. */
export const KEPT_AT_MOST = 20;
export const KEPT_HOURS = 24;

/** The error of a file whose reviews cannot be read; null if the error has another cause, and the file is tried again. */
export function exportErrorOf(code: ErrorCode): ExportError | null {
  return code === 'not_found' || code === 'folder_not_found' ? code : null;
}
