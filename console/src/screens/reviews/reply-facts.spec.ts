import {
  failureOf,
  replyLine,
  replyStatusOf,
  replySteps,
  stageOf,
  type KnownReply,
  type ReplyPlace,
} from './reply-facts';

const AT = '2026-11-20T08:00:00';
const LATER = '2026-11-20T09:00:00';
const reply: KnownReply = {
  status: 'pending',
  wish: 'publish',
  text: 'Thank you',
  attempts: 0,
  accepted_at: AT,
  published_at: null,
  confirmed_at: null,
  next_attempt_at: null,
  switched_off_since: null,
  error: null,
};
const place: ReplyPlace = { platform: 'Google', isModerated: true, shown: null };
const published = { ...reply, status: 'published', attempts: 1, published_at: AT } as const;

const STATUSES = ['pending', 'publishing', 'published', 'failed', 'deleted'] as const;
const ERRORS = [
  null,
  'text_rejected',
  'access_revoked',
  'review_gone',
  'platform_unavailable',
  'platform_error',
] as const;

/** Every combination of facts, also those that the service does not send. */
const COMBINATIONS = STATUSES.flatMap((status) =>
  (['publish', 'remove'] as const).flatMap((wish) =>
    [0, 1, 3].flatMap((attempts) =>
      [null, AT].flatMap((published_at) =>
        [null, LATER].flatMap((confirmed_at) =>
          [null, LATER].flatMap((next_attempt_at) =>
            ERRORS.flatMap((error) =>
              [true, false].flatMap((isModerated) =>
                [null, reply.text, 'Another text'].map((shown) => ({
                  reply: { ...reply, status, wish, attempts, published_at, confirmed_at, next_attempt_at, error },
                  place: { ...place, isModerated, shown },
                })),
              ),
            ),
          ),
        ),
      ),
    ),
  ),
);

test.each([
  [reply, place, 'replyWaiting', 'Waits to be sent', ['done', 'ahead', 'ahead', 'ahead']],
  [
    { ...reply, switched_off_since: AT },
    place,
    'replyWaiting',
    /^Waits: replies are switched off by your operator since /,
    ['done', 'ahead', 'ahead', 'ahead'],
  ],
  [
    { ...reply, status: 'publishing', attempts: 1 },
    place,
    'replySending',
    'Being sent to Google',
    ['done', 'done', 'ahead', 'ahead'],
  ],
  [
    published,
    place,
    'replyPublished',
    'Accepted by Google, which checks it before showing it',
    ['done', 'done', 'done', 'ahead'],
  ],
  [
    published,
    { ...place, isModerated: false },
    'replyPublished',
    'Accepted by Google. hrev has not seen it there yet',
    ['done', 'done', 'done', 'ahead'],
  ],
  [
    published,
    { ...place, shown: 'Another text' },
    'replyPublished',
    'Accepted by Google, which shows another text',
    ['done', 'done', 'done', 'ahead'],
  ],
  [
    { ...published, confirmed_at: LATER },
    place,
    'replyConfirmed',
    /^On Google since .*, seen there /,
    ['done', 'done', 'done', 'done'],
  ],
  [
    { ...reply, status: 'failed', attempts: 1, error: 'text_rejected' },
    place,
    'replyFailed',
    'Not published: Google rejected the text.',
    ['done', 'done', 'bad'],
  ],
  [
    { ...reply, status: 'failed', error: 'access_revoked' },
    place,
    'replyFailed',
    'Not published: Google took back the access.',
    ['done', 'bad'],
  ],
  [{ ...reply, wish: 'remove' }, place, 'replyWaiting', 'Waits to be taken down', []],
  [
    { ...reply, wish: 'remove', status: 'failed', error: 'platform_error' },
    place,
    'replyNotRemoved',
    'Not taken down: Google answered with an error.',
    [],
  ],
  [{ ...reply, wish: 'remove', status: 'deleted' }, place, 'replyDeleted', 'Taken down', []],
] as const)('%j at %j is %s', (known, at, status, line, steps) => {
  expect(replyStatusOf(known)).toBe(status);
  expect(replyLine(known, at)).toEqual(typeof line === 'string' ? line : expect.stringMatching(line));
  expect(replySteps(known, at).map(({ state }) => state)).toEqual(steps);
});

describe('of all combinations of facts', () => {
  const all = COMBINATIONS.map(({ reply: known, place: at }) => ({
    known,
    stage: stageOf(known, at),
    line: replyLine(known, at),
    status: replyStatusOf(known),
    steps: replySteps(known, at),
    failure: failureOf(known, at),
  }));
  const seen = (steps: readonly { readonly name: string; readonly state: string }[]): boolean =>
    steps.some(({ name, state }) => name.startsWith('Seen') && state === 'done');

  it('no step is done after one that is not', () =>
    expect(all.filter(({ steps }) => /(ahead|bad).*(done|bad)/.test(steps.map(({ state }) => state).join()))).toEqual(
      [],
    ));

  it('a reply that is called published was seen on the platform, in its line and in its steps', () =>
    expect(
      all.filter(
        ({ known, status, line, steps }) =>
          (status === 'replyConfirmed') !== (known.status === 'published' && known.confirmed_at !== null) ||
          (status === 'replyConfirmed') !== /^(On|Seen on) Google/.test(line) ||
          (status === 'replyConfirmed' && known.wish === 'publish') !== seen(steps),
      ),
    ).toEqual([]));

  it('only a platform that checks replies is said to check one', () =>
    expect(all.filter(({ stage, line }) => (stage === 'checked') !== line.includes('which checks it'))).toEqual([]));

  it('a step has a time only once it is done', () =>
    expect(all.flatMap(({ steps }) => steps).filter(({ at, state }) => at !== null && state !== 'done')).toEqual([]));

  it('what failed is named by what was wished', () =>
    expect(
      all.filter(
        ({ known, failure }) =>
          failure.title.startsWith(known.wish === 'remove' ? 'Not taken down' : 'Not published') === false,
      ),
    ).toEqual([]));
});
