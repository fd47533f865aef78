/** Samples of the documents of platforms without personal data: recordings of a visit, and documents that could not be parsed. */
export { CUT_MARK, shapeSample } from './sample-parser';
export { addressWithoutKeys, addressWithoutValues } from './secret-names';
export { UnparsedDocumentMemory, type UnparsedDocument } from './unparsed-document';
export { VisitRecorder, type RecordedDocument } from './visit-recorder';
