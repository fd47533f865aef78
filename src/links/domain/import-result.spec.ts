import { AppError } from '@libs/kernel';
import type { LinkOutcome, LinkRefusalCode } from '@src/objects';
import { failedLine, importedLine, type ImportResult } from './import-result';

const LINE = { line: 2, objectId: null, name: 'Pier', urls: [] };
const outcome = (refusal: LinkOutcome['refusal']): LinkOutcome => ({
  url: '',
  linkId: null,
  sourceSlug: null,
  refusal,
});
const refused = (code: LinkRefusalCode): LinkOutcome => outcome({ code, reason: code });
const ADDED = outcome(null);
const THERE = refused('link_already_added');
const OTHER = refused('source_already_linked');

describe('the result of a line (contract §4.19)', () => {
  test.each<[what: string, isNew: boolean, outcomes: readonly LinkOutcome[], result: ImportResult]>([
    ['a new object', true, [ADDED], 'created'],
    ['a new object whose addresses are refused', true, [OTHER], 'created'],
    ['a known object with a new page', false, [THERE, ADDED, OTHER], 'links_added'],
    ['a known object with its pages', false, [THERE, THERE], 'present'],
    ['a known object without pages', false, [], 'present'],
    ['a known object with a refused address', false, [THERE, OTHER], 'refused'],
  ])('%s', (_, isNew, outcomes, result) => {
    const found = importedLine(LINE, isNew, 7, outcomes);
    expect(found).toMatchObject({ line: 2, name: 'Pier', objectId: 7, result });
    expect(found.refusal?.code).toBe(result === 'refused' ? 'source_already_linked' : undefined);
  });

  test('an error of the client refuses the line, another one is thrown', () => {
    expect(failedLine(LINE, new AppError('not_found', 'gone'))).toMatchObject({
      result: 'refused',
      name: 'Pier',
      refusal: { code: 'not_found', reason: 'gone' },
    });
    for (const error of [new AppError('service_unavailable', 'away'), new Error('a fault')])
      expect(() => failedLine(LINE, error)).toThrow(error);
  });
});
