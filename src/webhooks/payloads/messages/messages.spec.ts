// cspell:ignore subteam
import fc from 'fast-check';
import { REVIEW_EVENT_TYPES, type ReviewEventType } from '../../domain/subscription';
import type { ObjectReviews } from '../body';
import { bodyWithAuthors } from '../render';
import { NO_VALUES, type ReviewInEvent } from '../review';
import type { DiscordMessage } from './discord';
import { cut } from './message';
import { renderReviewsMessage, renderRunMessage, type MessageFormat } from './render-message';
import { problemsOf } from '@test/support/service-schemas';
import type { SlackMessage } from './slack';
import type { TeamsMessage } from './teams';

const FORMATS: readonly MessageFormat[] = ['slack', 'teams', 'discord'];
const PLACE = { origin: 'https://reviews.example.com', accountId: 5 };

const review = (seed: Partial<ReviewInEvent> = {}): ReviewInEvent => ({
  ...NO_VALUES,
  id: 41,
  external_review_id: 'x',
  source_id: 1,
  source_slug: 'steam',
  url: 'https://store.steampowered.com/app/1',
  has_images: false,
  rating: 4.5,
  text: 'Good game',
  author: 'Anna M.',
  ...seed,
});

type Content = { readonly event: ReviewEventType; readonly objects: readonly ObjectReviews[] };
const contentOf = (
  reviews: readonly ReviewInEvent[],
  name = 'Harbor',
  event: ReviewEventType = 'reviews.new',
): Content => ({
  event,
  objects: [{ objectId: 3, name, reviews }],
});
const numbered = (count: number, seed: Partial<ReviewInEvent> = {}): readonly ReviewInEvent[] =>
  Array.from({ length: count }, (_, index) => review({ ...seed, id: index + 1 }));

const render = (
  format: MessageFormat,
  content: Content,
  place: { origin: string | null; accountId: number } = PLACE,
) => {
  const bytes = renderReviewsMessage(content, { format, place });
  return { bytes, text: bytes.toString('utf8'), body: JSON.parse(bytes.toString('utf8')) as object };
};

/** What a person reads of a message: all its texts, with the escapes of the service undone. */
function readTexts(format: MessageFormat, body: object): string {
  if (format === 'slack') {
    const { blocks } = body as SlackMessage;
    const texts = blocks.flatMap((block) => (block.type === 'context' ? block.elements : [block.text]));
    return texts
      .map(({ text }) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'))
      .join('\n');
  }
  if (format === 'discord') {
    const { content, embeds } = body as DiscordMessage;
    const unescaped = (text = ''): string => text.replace(/\\([!-/:-@[-`{-~])/g, '$1');
    const texts = embeds.map(
      (one) => `${unescaped(one.title)}\n${one.author.name}\n${unescaped(one.description)}\n${one.footer.text}`,
    );
    return [content, ...texts].join('\n');
  }
  const { attachments } = body as TeamsMessage;
  return JSON.stringify(attachments[0]?.content.body, (_, value: unknown) => value)
    .replaceAll('\\n', '\n')
    .replaceAll('\\"', '"');
}

/** How many reviews a message shows. */
function shownIn(format: MessageFormat, body: object): number {
  if (format === 'slack') return (JSON.stringify(body).match(/"author-\d+"/g) ?? []).length;
  if (format === 'discord') return (body as DiscordMessage).embeds.length;
  return (JSON.stringify(body).match(/"author-\d+"/g) ?? []).length;
}

describe.each(FORMATS)('a message for %s (contract §6.6)', (format) => {
  it('has the rating, the object, the platform, the author, the text and the links', () => {
    const { body, text } = render(format, contentOf([review({ review_url: 'https://steamcommunity.com/review/7' })]));
    const read = readTexts(format, body);
    for (const part of ['New review', '★★★★★ 4.5', 'Harbor', 'steam', 'Anna M.', 'Good game'])
      expect(read).toContain(part);
    expect(text).toContain('https://steamcommunity.com/review/7');
    expect(text).toContain('https://reviews.example.com/console/a/5/reviews/41');
    expect(problemsOf(format, body)).toEqual([]);
  });

  it('has the page of the object where the review has no address, and no link to a console without an address', () => {
    const { text, body } = render(format, contentOf([review()]), { origin: null, accountId: 5 });
    expect(text).toContain('https://store.steampowered.com/app/1');
    expect(text).not.toContain('/console/');
    expect(problemsOf(format, body)).toEqual([]);
  });

  it.each(REVIEW_EVENT_TYPES)('names the event %s', (event) => {
    const one = render(format, contentOf([review({ reply_text: 'Thank you' })], 'Harbor', event));
    const several = render(format, contentOf(numbered(3), 'Harbor', event));
    const word = { 'reviews.new': 'new', 'replies.new': 'new', 'reviews.updated': 'changed' } as Record<string, string>;
    expect(readTexts(format, one.body).toLowerCase()).toContain(word[event] ?? event.slice('reviews.'.length));
    expect(readTexts(format, several.body)).toMatch(/3 \w+ (reviews|replies)/);
    expect(one.text.includes('Thank you')).toBe(event === 'replies.new');
  });

  it('says that a run has finished', () => {
    for (const place of [PLACE, { origin: null, accountId: 5 }]) {
      const bytes = renderRunMessage(new Date('2026-11-20T08:15:00Z'), { format, place });
      expect(bytes.toString()).toContain('A collection finished at 2026-11-20 08:15 UTC.');
      expect(problemsOf(format, JSON.parse(bytes.toString()))).toEqual([]);
    }
  });

  it('marks a test', () => {
    const bytes = renderReviewsMessage(contentOf([review({ id: 0 })]), { format, place: PLACE, test: true });
    expect(bytes.toString()).toContain('Test with sample data: new review');
  });

  it.each([1, 2, 9, 10, 11, 16, 17, 20, 21, 1_000])('of %i reviews, says how many it shows', (count) => {
    const { body } = render(format, contentOf(numbered(count, { text: 'x'.repeat(5_000) })));
    const shown = shownIn(format, body);
    expect(shown).toBeGreaterThan(0);
    expect(problemsOf(format, body)).toEqual([]);
    const said = / ?([\d,]+) of ([\d,]+) shown/.exec(readTexts(format, body));
    if (shown === count) expect(said).toBeNull();
    else expect(said?.slice(1)).toEqual([String(shown), count.toLocaleString('en-US')]);
  });

  it('shows 8 reviews with short texts whole, and cuts the text that is too long', () => {
    const reviews = [
      ...numbered(7, { text: 'A short text of a review.' }),
      review({ id: 8, text: 'long '.repeat(20_000) }),
    ];
    const { body } = render(format, contentOf(reviews));
    expect(shownIn(format, body)).toBe(8);
    const read = readTexts(format, body);
    expect(read.split('A short text of a review.')).toHaveLength(8);
    expect(read).toMatch(/long …|lon…|lo…|l…|long…/);
    expect(read).not.toMatch(/shown/);
  });

  const HOSTILE = [
    ...['@everyone', '@here', '<!channel>', '<!here>', '<@U123>', '<@&99>', '<#C1>', '<!subteam^S1>', '<at>Bob</at>'],
    ...['*bold*', '_it_', '~s~', '`code`', '```block```', '> quote', '# head', '- item', '1. item', '||spoiler||'],
    ...['<https://evil.example|click>', '[click](https://evil.example)', 'https://evil.example/x', '<t:1:R>', '<:e:1>'],
    ...['&lt;!channel&gt;', '\\*', '\\@everyone', '{{DATE()}}', '${x}', '"}],"x":[{"', '\u202e evil', '\u0000\u0001'],
  ];

  it.each(HOSTILE)('shows the foreign text %j as it is, and nothing in it takes effect', (hostile) => {
    const { body, text } = render(format, contentOf([review({ text: hostile, author: hostile })], hostile));
    expect(problemsOf(format, body)).toEqual([]);
    // eslint-disable-next-line no-control-regex -- the characters that are left out
    const visible = hostile.replace(/[\u0000-\u001f\u202e]/g, '').trim();
    if (format !== 'teams') expect(readTexts(format, body)).toContain(visible);
    if (format === 'slack') {
      const { blocks, mrkdwn } = body as SlackMessage;
      expect(mrkdwn).toBe(false);
      for (const block of blocks)
        for (const one of block.type === 'context' ? block.elements : [block.text]) {
          // Markup has only links of the service.
          if (one.type === 'mrkdwn')
            expect(one.text).toMatch(/^<https:\/\/[^<>|]+\|(On the platform|In the console)>$/);
          else expect(one.text).not.toMatch(/[<>]/);
        }
    }
    if (format === 'discord') {
      const { embeds, allowed_mentions: mentions, content } = body as DiscordMessage;
      expect(mentions).toEqual({ parse: [] });
      expect(content).toBe('New review');
      const [embed] = embeds;
      const own = '[On the platform](<https://store.steampowered.com/app/1>)';
      for (const part of [embed?.title ?? '', (embed?.description ?? '').replace(own, '')])
        expect(part.replace(/\\[!-/:-@[-`{-~]/g, '')).not.toMatch(/[*_~`|<>#@[\]():]/);
    }
    if (format === 'teams') {
      expect(text).not.toContain('entities');
      expect(text).not.toContain('"TextBlock"');
      expect(text).not.toContain('{{');
    }
  });

  it('links to nothing but http and https', () => {
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'not an address', 'https://a.example/|<x>"`\'\\'])
      expect(render(format, contentOf([review({ url, review_url: url })])).text).not.toMatch(/javascript:|data:|\|<x/);
  });

  it('does not cut a character in half', () => {
    const { text } = render(format, contentOf(numbered(20, { text: '😀'.repeat(4_000) })));
    expect(text.isWellFormed()).toBe(true);
    expect(text).not.toMatch(/\\ud[89a-f]/i);
  });

  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 5_000 }),
    fc.string({
      unit: fc.constantFrom('&', '<', '*', '@', '😀', '"', '\\', '\n', 'a', 'ß', '\u2028'),
      maxLength: 6_000,
    }),
  );
  const link = fc.oneof(
    fc.constant('https://a.example/'),
    text.map((path) => `https://a.example/${path}?a&b`),
  );
  const reviews = fc.array(
    fc.record({
      rating: fc.option(fc.double({ min: 1, max: 5, noNaN: true })),
      text: fc.option(text),
      author: fc.option(text),
      url: link,
      review_url: fc.option(link),
    }),
    { minLength: 1, maxLength: 40 },
  );

  it('keeps the limits of the service with any texts, and says what it leaves out', () => {
    fc.assert(
      fc.property(reviews, text, fc.constantFrom(...REVIEW_EVENT_TYPES), (seeds, name, event) => {
        const all = seeds.map((seed, index) => review({ ...seed, id: index + 1 }));
        const { body } = render(format, contentOf(all, name, event));
        expect(problemsOf(format, body)).toEqual([]);
        const shown = shownIn(format, body);
        expect(shown).toBeGreaterThan(0);
        if (shown < all.length) expect(readTexts(format, body)).toContain(`${shown} of ${all.length} shown`);
      }),
      { numRuns: 60 },
    );
  });

  it('gets masked authors without another change (contract §10)', () => {
    const reviews = [
      review({ id: 1, author: 'Anna Miller' }),
      review({ id: 11, author: 'Anna Miller' }),
      review({ id: 2 }),
    ];
    const masked = reviews.map((one) => (one.id === 1 ? { ...one, author: 'Anna M.' } : one));
    const before = render(format, contentOf(reviews)).text;
    expect(bodyWithAuthors(before, new Map([[1, 'Anna M.']]))).toBe(render(format, contentOf(masked)).text);
    expect(bodyWithAuthors(before, new Map([[1, 'Anna Miller']]))).toBeNull();
    expect(bodyWithAuthors(before, new Map([[99, 'Anna M.']]))).toBeNull();
  });
});

describe('cutting a text', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['a😀b', 4, 'a😀b'],
    ['a😀bc', 4, 'a😀…'],
    ['a😀bc', 3, 'a…'],
    ['', 5, ''],
  ])('%j to %i: %j', (whole, most, shown) => expect(cut(whole, most)).toBe(shown));
});
