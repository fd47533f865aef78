/**
 * Files of reviews (contract §4.18).
 *
 *   POST                 →  checked               →  review_export (queued, due)
 *   review_export        →  claim                 →  running, under a lease with a token
 *   a batch of reviews   →  lines                 →  review_export_chunk, with the position in one transaction
 *   the last batch       →  finished              →  GET …/file reads the chunks, for 24 hours
 *   worker crashed       →  claimed again         →  continues after the last stored part
 */
export { EXPORT_FORMATS, type ExportFormat } from './domain/export';
export { headOf, linesOf } from './domain/review-lines';
export { ExportsModule } from './exports.module';
export { EXPORTS_ENTITIES } from './persistence/entities';
export { OVERDUE_EXPORTS } from './persistence/export-purge.store';
