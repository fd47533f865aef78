/** Writes a recorded visit: one file per response, an index, and the reviews that were read. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@libs/kernel';
import { SourceError, type CollectedReview, type SourceFacts, type VisitTools } from '@libs/sources';
import { addressWithoutKeys, type RecordedDocument, type VisitRecorder } from '@libs/sources/samples';

/** What was written. */
export interface WrittenRecording {
  readonly folder: string;
  readonly documents: number;
  /** Documents in which all texts are masked. */
  readonly by_shape: number;
  /** Null after a visit that failed. */
  readonly reviews: number | null;
}

export interface RecordedVisit {
  readonly source: SourceFacts;
  readonly address: string;
  readonly visit: { readonly reviews: readonly CollectedReview[] } | { readonly error: unknown };
  readonly parse: VisitTools['parse'];
}

/** Throws `validation_error` if the folder has files. */
export async function requireEmpty(folder: string): Promise<void> {
  const files = await readdir(folder).catch(() => []);
  if (files.length > 0) throw new AppError('validation_error', `The folder ${folder} is not empty`);
}

/** Writes the recording. The documents and the reviews contain no personal data. */
export async function writeRecording(
  folder: string,
  recorder: VisitRecorder,
  recorded: RecordedVisit,
): Promise<WrittenRecording> {
  const { visit, parse } = recorded;
  const documents = 'error' in visit ? recorder.failedDocuments() : await recorder.documents(parse);
  await mkdir(folder, { recursive: true });
  const names = documents.map(fileName);
  for (const [index, { text }] of documents.entries()) await writeFile(join(folder, names[index] ?? ''), text);
  if ('reviews' in visit) await writeFile(join(folder, 'reviews.json'), `${recorder.reviewsJson(visit.reviews)}\n`);
  await writeFile(join(folder, 'README.md'), indexOf(recorded, documents, names));
  return {
    folder,
    documents: documents.length,
    by_shape: documents.filter(({ masking }) => masking === 'shape').length,
    reviews: 'reviews' in visit ? visit.reviews.length : null,
  };
}

const MAX_NAME = 80;

/** `01-api.example.com-reviews.json`. */
function fileName({ url, text }: RecordedDocument, index: number): string {
  const { hostname, pathname } = new URL(url);
  const words = `${hostname}${pathname}`.split(/[^a-z0-9.]+/i);
  const place = words.filter((word) => word !== '').join('-');
  const number = String(index + 1).padStart(2, '0');
  return `${number}-${place.slice(0, MAX_NAME)}.${extensionOf(text)}`;
}

function extensionOf(text: string): 'html' | 'json' | 'txt' {
  const first = text.trimStart()[0];
  if (first === '<') return 'html';
  return first === '{' || first === '[' ? 'json' : 'txt';
}

function indexOf(
  { source, address, visit }: RecordedVisit,
  documents: readonly RecordedDocument[],
  names: readonly string[],
): string {
  const rows = documents.map(
    (one, index) =>
      `| ${names[index] ?? ''} | ${one.by} | ${one.method} ${cell(one.url)} | ${one.status} | ${one.parsers.join(', ') || '-'} | ${one.reviews} | ${MASKING[one.masking]} |`,
  );
  return [
    `# A visit to ${source.displayName}`,
    '',
    `Recorded by \`hrev sources probe --record\` on ${new Date().toISOString().slice(0, 10)}.`,
    '',
    `- platform: \`${source.slug}\``,
    `- address: ${cell(addressWithoutKeys(address))}`,
    `- result: ${'error' in visit ? textOf(visit.error) : `${visit.reviews.length} reviews, in \`reviews.json\``}`,
    '',
    '| file | by | request | status | parser | reviews | texts |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    'In all documents letters of personal texts are replaced by `x` and digits by `0` or `1`.',
    '`redacted`: the parser reads the same reviews in it as in the original, with masked texts.',
    '`by shape`: every text is masked; keys, tags, numbers, dates and lengths are the original ones.',
    '',
  ].join('\n');
}

const MASKING = { parsed: 'redacted', shape: 'by shape' } as const;

const cell = (text: string): string => text.replaceAll('|', '%7C');

function textOf(error: unknown): string {
  if (error instanceof SourceError) return `failed, ${error.code}: ${error.message.replace(/\s+/g, ' ')}`;
  return 'failed, internal';
}
