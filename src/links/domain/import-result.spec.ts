import type { LinkRefusalCode } from '@src/objects';
import { resultOf, type ImportResult } from './import-result';

const refused = (code: LinkRefusalCode) => ({ refusal: { code, reason: code } });
const ADDED = { refusal: null };
const THERE = refused('link_already_added');
const OTHER = refused('source_already_linked');

test.each<[what: string, isNew: boolean, outcomes: readonly (typeof ADDED | typeof THERE)[], result: ImportResult]>([
  ['a new object', true, [ADDED], 'created'],
  ['a new object whose addresses are refused', true, [OTHER], 'created'],
  ['a known object with a new page', false, [THERE, ADDED, OTHER], 'links_added'],
  ['a known object with its pages', false, [THERE, THERE], 'present'],
  ['a known object without pages', false, [], 'present'],
  ['a known object with a refused address', false, [THERE, OTHER], 'refused'],
])('%s', (_, isNew, outcomes, result) => {
  const found = resultOf(isNew, outcomes);
  expect(found.result).toBe(result);
  expect(found.refusal?.code).toBe(result === 'refused' ? 'source_already_linked' : undefined);
});
