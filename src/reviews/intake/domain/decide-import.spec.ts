import { aCollectedReview } from '@test/support/collected-review';
import { decideLine, type StoredForLine } from './decide-import';
import { contentOf } from './review-content';

const contentWith = (more: object) => contentOf(aCollectedReview({ replyText: null, ...more }));
const line = { externalId: 'p-1', isNamed: true, content: contentWith({ text: 'New' }) };
const stored: StoredForLine = {
  ...{ id: 5, externalId: 'p-1', isNamed: true, isImported: true, isDeleted: false, isTaken: false },
  content: contentWith({ text: 'Old', replyText: 'Thanks', replyDate: '2026-05-02T10:00:00' }),
};

describe('contract §4.22: what an import does with a line', () => {
  it.each<[what: string, row: StoredForLine | null, named: boolean, kind: string, id: string | null]>([
    ['nothing is stored', null, true, 'create', null],
    ['a collection found it', { ...stored, isImported: false }, true, 'present', null],
    ['an import brought it', stored, true, 'rewrite', 'p-1'],
    ['an import brought it without an id', { ...stored, externalId: 'made:1', isNamed: false }, true, 'rewrite', 'p-1'],
    [
      'an import brought it under an id of another interface',
      { ...stored, externalId: 'api/1' },
      true,
      'rewrite',
      'api/1',
    ],
    ['the file has no id, and the stored one has', stored, false, 'present', null],
    ['an earlier line rewrites it', { ...stored, isTaken: true }, true, 'present', null],
    ['its import was removed', { ...stored, isDeleted: true }, false, 'rewrite', 'p-1'],
  ])('%s', (_, row, isNamed, kind, id) => {
    const decision = decideLine({ ...line, isNamed }, row);
    expect([decision.kind, decision.kind === 'rewrite' ? decision.externalId : null]).toEqual([kind, id]);
  });

  it('keeps a reply that the file lacks, and the file wins otherwise', () =>
    expect(decideLine(line, stored)).toMatchObject({
      content: { text: 'New', replyText: 'Thanks' },
      isRestored: false,
    }));

  it('a removed one becomes what the file says', () =>
    expect(decideLine(line, { ...stored, isDeleted: true })).toMatchObject({
      content: { text: 'New', replyText: null },
      isRestored: true,
    }));
});
