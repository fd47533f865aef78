import { PlatformModel } from '../platform-model';
import type { ReplyRecord } from '../records';
import type { ReplyRequest, ReplyRequests } from '../tenant-ledger';
import { compareReply } from './replies';

const request = (text: string | null, acceptedAt: number | null = 1): ReplyRequest => ({
  text,
  requestedAt: 0,
  acceptedAt,
});

/** Requests for the reply to a review that shows `shown` on the platform. */
function requestsOf(shown: string | null, ...list: readonly ReplyRequest[]): ReplyRequests {
  const model = new PlatformModel();
  const review = model.publish(model.addPage('google', '1'), 'a', { text: 'Good', rating: 4 }, 0);
  if (shown !== null) model.answer(review, shown, 'service', 1);
  return { reviewId: 1, review, account: 0, list: [...list], isBusy: false };
}

const record = (state: string): ReplyRecord => ({ review_id: 1, state, text: '', error: null });
const publicationsOf = (...texts: readonly (string | null)[]) => texts.map((text, at) => ({ at, text }));

describe('compareReply', () => {
  it.each<[string, ReplyRequests, (string | null)[], string, readonly string[]]>([
    ['accepts a reply that was published once', requestsOf('A', request('A')), ['A'], 'published', []],
    ['accepts a reply that was replaced', requestsOf('B', request('A'), request('B')), ['A', 'B'], 'published', []],
    [
      'accepts a reply that was replaced before it was sent',
      requestsOf('B', request('A'), request('B')),
      ['B'],
      'published',
      [],
    ],
    ['accepts a reply that was removed', requestsOf(null, request('A'), request(null)), ['A', null], 'deleted', []],
    ['ignores a request without a response', requestsOf(null, request('A', null)), [], 'published', []],
    [
      'reports a reply that was never published',
      requestsOf(null, request('A')),
      [],
      'pending',
      ['published text', 'reply state'],
    ],
    [
      'reports a reply that was published twice',
      requestsOf('A', request('A')),
      ['A', 'A'],
      'published',
      ['published order'],
    ],
    [
      'reports an old text that was published after a newer one',
      requestsOf('A', request('A'), request('B')),
      ['B', 'A'],
      'published',
      ['published text', 'published order'],
    ],
    [
      'reports a reply that is visible after its removal',
      requestsOf('A', request('A'), request(null)),
      ['A'],
      'deleted',
      ['published text'],
    ],
    [
      'reports a published reply that is recorded as failed',
      requestsOf('A', request('A')),
      ['A'],
      'failed',
      ['reply state'],
    ],
  ])('%s', (_, replyRequests, publications, state, found) => {
    expect(
      compareReply(replyRequests, publicationsOf(...publications), record(state)).map(({ check }) => check),
    ).toEqual(found);
  });
});
