import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectedReview, type CollectedReview } from '../../collected-review';
import { unreadIn } from '../../conformance/unread-in';
import { Blocked, Changed } from '../../source-errors';
import type { Unread } from '../../unread';
import { forumTime } from './page';
import { readDetails, readList, readReview, type Topic } from './parse';
import { review } from './parsers';

const fixture = (file: string): string => readFileSync(join(__dirname, 'fixtures', file), 'utf8');
const forum = (content: string): string => `<html><body><div id="bbpress-forums">${content}</div></body></html>`;
const row = (content: string, id = '7'): string =>
  forum(`<ul class="bbp-topics"><li><ul id="bbp-topic-${id}">${content}</ul></li></ul>`);
const link = (href: string): string => `<a class="bbp-topic-permalink" href="${href}">A title</a>`;
const lead = (date: string, rest = ''): string =>
  forum(
    `<ul class="bbp-lead-topic"><li><p class="bbp-topic-post-date"><a title="${date}">x</a></p>` +
      `<div class="bbp-topic-content"><p>Body</p></div></li></ul>${rest}`,
  );

const TOPIC: Topic = {
  id: '17000003',
  url: 'https://wordpress.org/support/topic/inky-fingers-no-more/',
  title: 'Inky fingers, no more & thanks',
  author: 'Hester Vane',
  stars: '5',
};

describe("WordPress.org's list of reviews (contract §2.3)", () => {
  it('reads the topics of a page', () => {
    const { topics, hasNext } = readList(fixture('list.html'));
    expect(hasNext).toBe(true);
    expect(topics).toEqual([
      TOPIC,
      {
        id: '17000002',
        url: 'https://wordpress.org/support/topic/blots/',
        title: 'Blots',
        author: null,
        stars: null,
        unread: { author: 1, rating: 1 },
      },
      {
        id: '17000001',
        url: 'https://wordpress.org/support/topic/no-stars/',
        title: 'No stars',
        author: null,
        stars: null,
        unread: { author: 1, rating: 1 },
      },
    ]);
  });

  it('reads the notice of an empty list', () => {
    expect(readList(forum('<div class="bbp-template-notice"><p>No topics found.</p></div>'))).toEqual({
      topics: [],
      hasNext: false,
    });
  });

  it.each<[string, string]>([
    ['an empty text', ''],
    ['a truncated page', fixture('list.html').slice(0, -30)],
    ['another layout', '<html><body><main>Reviews</main></body></html>'],
    ['a forum without a list', forum('<p>Welcome</p>')],
    ['a table without topics', forum('<ul class="bbp-topics"></ul><div class="bbp-template-notice"></div>')],
    ['nested elements', forum('<div>'.repeat(20_000))],
  ])('throws Changed for %s', (_what, html) => {
    expect(() => readList(html)).toThrow(Changed);
  });

  it.each<[string, string]>([
    ['a topic without a link', row('<li>A title</li>')],
    ['a topic on another host', row(link('https://evil.example/support/topic/x/'))],
    ['a topic that is a script', row(link('javascript:alert(1)'))],
    ['a link to another page', row(link('https://wordpress.org/support/users/x/'))],
    ['an id of too many digits', row(link('https://wordpress.org/support/topic/x/'), '9'.repeat(30))],
    ['an id of 0', row(link('https://wordpress.org/support/topic/x/'), '0')],
  ])('counts %s as an unread review (§10.2)', (_what, html) => {
    expect(readList(html)).toMatchObject({ topics: [], unread: { review: 1 } });
  });

  it('throws Blocked for a bot check', () => {
    expect(() => readList('<html><title>Just a moment...</title><body>captcha</body></html>')).toThrow(Blocked);
    expect(() => readList('<html><title>Just a moment...</title>')).toThrow(Blocked);
  });
});

describe("WordPress.org's page of a review (contract §2.3)", () => {
  it('reads text, date and the first reply of the organization', () => {
    expect(readReview(fixture('topic.html'), TOPIC)).toEqual(
      collectedReview({
        externalId: '17000003',
        author: 'Hester Vane',
        text: 'Inky fingers, no more & thanks\n\nIt writes by itself.\nEven left-handed people smile 😀.\n\nfast\n\nblue\n\nRecommended!',
        reviewDate: '2026-04-30T00:41:00',
        rating: 5,
        ratingOriginal: '5',
        reviewUrl: 'https://wordpress.org/support/topic/inky-fingers-no-more/',
        replyText: 'Hi Hester,\n\nthank you!',
        replyDate: '2026-05-02T12:05:00',
        raw: expect.objectContaining({ id: '17000003', author: 'Hester Vane', stars: '5' }) as CollectedReview['raw'],
      }),
    );
  });

  it('reads a review without stars, title, author and reply', () => {
    const topic: Topic = { ...TOPIC, title: null, author: null, stars: null };
    expect(readReview(lead('May 2, 2026 at 9:05 am'), topic)).toMatchObject({
      text: 'Body',
      author: null,
      rating: null,
      ratingOriginal: null,
      replyText: null,
      replyDate: null,
    });
  });

  it('does not know the reply if it may be on a later page', () => {
    const next = '<a class="next page-numbers" href="#">→</a>';
    expect(readReview(lead('May 2, 2026 at 9:05 am', next), TOPIC)).toMatchObject({
      replyText: null,
      replyKnown: false,
    });
    expect(readReview(lead('May 2, 2026 at 9:05 am'), TOPIC)).not.toHaveProperty('replyKnown');
  });

  it('reads no date from the number of a reply in an older layout', () => {
    const reply =
      '<div id="post-9" class="reply type-reply by-theme-author"><p class="bbp-reply-post-date"><a title="#9">1 day ago</a></p>' +
      '<div class="bbp-reply-content"><p>Thanks</p></div></div>';
    expect(readReview(lead('May 2, 2026 at 9:05 am', reply), TOPIC)).toMatchObject({
      replyText: 'Thanks',
      replyDate: null,
    });
  });

  it.each([
    ['no lead topic', forum('<p>Sorry</p>')],
    ['no content', forum('<ul class="bbp-lead-topic"></ul>')],
  ])('throws Changed for a page with %s', (_what, html) => {
    expect(() => readReview(html, TOPIC)).toThrow(Changed);
  });

  const post = (date: string, content: string): string =>
    `<div id="post-9" class="reply type-reply by-theme-author"><p class="bbp-reply-post-date"><a title="${date}">x</a></p>${content}</div>`;
  const thanks = '<div class="bbp-reply-content"><p>Thanks</p></div>';

  it.each<[string, string, Unread]>([
    ['no lead topic', forum('<p>Sorry</p>'), { review: 1 }],
    ['no date', lead(''), { date: 1 }],
    ['a date in another language', lead('2. Mai 2026 um 9:05'), { date: 1 }],
    ['the date 0000-00-00', lead('0000-00-00'), { date: 1 }],
    ['a date that does not exist', lead('February 30, 2026 at 9:05 am'), { date: 1 }],
    ['a year 0', lead('May 2, 0000 at 9:05 am'), { date: 1 }],
    ['a reply without a text', lead('May 2, 2026 at 9:05 am', post('May 3, 2026 at 9:05 am', '')), { reply: 1 }],
    ['an unknown date of a reply', lead('May 2, 2026 at 9:05 am', post('soon', thanks)), { reply_date: 1 }],
  ])('counts %s (§10.2)', (_what, html, unread) => {
    expect(unreadIn(review.read(html, TOPIC))).toEqual(unread);
  });

  it('counts what was not read of the row in the list (§10.2)', () => {
    const page = review.read(lead('May 2, 2026 at 9:05 am'), { ...TOPIC, stars: null, unread: { rating: 1 } });
    expect(unreadIn(page)).toEqual({ rating: 1 });
  });
});

describe('dates of the forum', () => {
  it.each([
    ['January 5, 2026 at 12:00 am', '2026-01-05T00:00:00'],
    ['December 31, 2025 at 12:59 pm', '2025-12-31T12:59:00'],
    ['  March  1, 2024 at 11:07 pm ', '2024-03-01T23:07:00'],
    ['March 1, 2024 at 13:07 pm', null],
    ['March 1, 2024 at 0:07 am', null],
    ['Marchember 1, 2024 at 1:07 am', null],
    ['yesterday', null],
  ])('converts %j to %j', (text, expected) => {
    expect(forumTime(text)).toBe(expected);
  });
});

describe("WordPress.org's data about a plugin (contract §2.1)", () => {
  it.each<[unknown, object]>([
    [
      { name: 'Quill &amp; Ink &#8211; Forms', rating: 92, num_ratings: 31 },
      { name: 'Quill & Ink – Forms', reviewCount: 31, rating: 4.6, ratingOriginal: '4.6' },
    ],
    [
      { name: 'New', rating: 0, num_ratings: 0 },
      { name: 'New', reviewCount: 0, rating: null, ratingOriginal: null },
    ],
    [
      { name: 'Forms&region by&copy Ink&#8217;s &#146;Quill&#146;' },
      { name: 'Forms&region by&copy Ink’s ’Quill’', reviewCount: null, rating: null, ratingOriginal: null },
    ],
    [{}, { name: null, reviewCount: null, rating: null, ratingOriginal: null }],
  ])('reads %j', (value, expected) => {
    expect(readDetails(value)).toEqual(expected);
  });

  it.each<unknown>([null, [], 'x'])('throws Changed for %j', (value) => {
    expect(() => readDetails(value)).toThrow(Changed);
  });

  it.each<[object, Unread]>([
    [{ num_ratings: 'many' }, { count: 1 }],
    [{ num_ratings: -1 }, { count: 1 }],
    [{ rating: [5] }, { average: 1 }],
    [{ name: {} }, { name: 1 }],
  ])('counts what it cannot read of %j (§10.2)', (value, unread) => {
    expect(readDetails(value).unread).toEqual(unread);
  });
});
