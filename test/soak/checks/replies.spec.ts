import { PlatformModel } from '../platform-model';
import type { ReplyRecord } from '../records';
import type { Wish, Wishes } from '../tenant-ledger';
import { judgeReply } from './replies';

const wish = (text: string | null, acceptedAt: number | null = 1): Wish => ({ text, askedAt: 0, acceptedAt });

/** Requests for a review whose platform shows `shown`. */
function wishesOf(shown: string | null, ...list: readonly Wish[]): Wishes {
  const model = new PlatformModel();
  const review = model.publish(model.addPage('google', '1'), 'a', { text: 'Good', rating: 4 }, 0);
  if (shown !== null) model.answer(review, shown, 'service', 1);
  return { reviewId: 1, review, account: 0, list: [...list], isBusy: false };
}

const record = (state: string): ReplyRecord => ({ review_id: 1, state, text: '', error: null });
const taken = (...texts: readonly (string | null)[]) => texts.map((text, at) => ({ at, text }));

describe('replies against the requests', () => {
  it.each<[string, Wishes, (string | null)[], string, readonly string[]]>([
    ['published once', wishesOf('A', wish('A')), ['A'], 'published', []],
    ['replaced', wishesOf('B', wish('A'), wish('B')), ['A', 'B'], 'published', []],
    ['replaced before it left', wishesOf('B', wish('A'), wish('B')), ['B'], 'published', []],
    ['taken away', wishesOf(null, wish('A'), wish(null)), ['A', null], 'deleted', []],
    ['no acceptance was received', wishesOf(null, wish('A', null)), [], 'published', []],
    ['never published', wishesOf(null, wish('A')), [], 'pending', ['published text', 'reply state']],
    ['published twice', wishesOf('A', wish('A')), ['A', 'A'], 'published', ['published order']],
    [
      'an old text over a newer one',
      wishesOf('A', wish('A'), wish('B')),
      ['B', 'A'],
      'published',
      ['published text', 'published order'],
    ],
    ['still there after its removal', wishesOf('A', wish('A'), wish(null)), ['A'], 'deleted', ['published text']],
    ['recorded as failed', wishesOf('A', wish('A')), ['A'], 'failed', ['reply state']],
  ])('%s', (_, wishes, publications, state, found) => {
    expect(judgeReply(wishes, taken(...publications), record(state)).map(({ check }) => check)).toEqual(found);
  });
});
