import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectedReview } from '../../collected-review';
import { unreadIn } from '../../conformance/unread-in';
import type { CollectedReview } from '../../source';
import type { RenderedPage } from '../../source-browser';
import { Blocked, Changed, Gone, Temporary, Throttled } from '../../source-errors';
import type { Unread } from '../../unread';
import { readPage } from './page-state';
import { readBusiness, readReviews } from './parse';

const fixture = (file: string): string => readFileSync(join(__dirname, 'fixtures', file), 'utf8');
const renderedPage = (html: string, changes: Partial<RenderedPage> = {}): RenderedPage => ({
  status: 200,
  url: 'https://www.trustpilot.com/review/kettle-leaf.example/en?page=1',
  html,
  ready: true,
  ...changes,
});
const read = (html: string, changes: Partial<RenderedPage> = {}): CollectedReview[] =>
  readReviews(readPage(renderedPage(html, changes))).reviews;

describe('Trustpilot page of 2026 (contract §2.3)', () => {
  const page = readPage(renderedPage(fixture('page-2026.html')));
  const { reviews } = readReviews(page);

  it('reads only the list, without repetitions and pending reviews', () => {
    expect(reviews.map(({ externalId }) => externalId?.slice(-1))).toEqual(['1', '2', '3', '5']);
  });

  it('reads name, counter and rating of the business', () => {
    expect(readBusiness(page)).toEqual({ name: 'Kettle & Leaf', reviewCount: 4, rating: 3.8, ratingOriginal: '3.8' });
  });

  it('reads a review with its reply', () => {
    expect(reviews[0]).toEqual(
      collectedReview({
        externalId: '65a0c0de0000000000000001',
        author: 'Ottilie Ravenscroft',
        text: 'The kettle arrived warm and the box was dry. Five cups later I still smile.',
        reviewDate: '2026-03-02T08:15:30',
        ratingOriginal: '5',
        rating: 5,
        reviewUrl: 'https://www.trustpilot.com/reviews/65a0c0de0000000000000001',
        replyText: 'Dear Ottilie,\n\nthank you!',
        replyDate: '2026-03-02T10:00:00',
        raw: page.reviews[0] as CollectedReview['raw'],
      }),
    );
  });

  it('joins title and text by a blank line and keeps markup', () => {
    expect(reviews[1]?.text).toBe(
      'Slow, then slower\n\nOrdered in January, came in March.\nNobody answers <b>letters</b> & calls.',
    );
  });

  it('reads a review with only a title, and a reply without a date', () => {
    expect(reviews[2]).toMatchObject({ text: 'Fine', replyText: 'Grazie', replyDate: null });
  });

  it('omits a title that repeats the beginning of the text, in any alphabet', () => {
    expect(reviews[3]?.text).toBe('お茶がおいしい。また買います 🍵');
  });
});

describe('Trustpilot page of 2024 (contract §2.3)', () => {
  it('reads the older layout: `pending`, no submittedDate, whitespace before the JSON', () => {
    const reviews = read(fixture('page-2024.html'));
    expect(reviews).toHaveLength(2);
    expect(reviews[0]).toMatchObject({ text: 'Ganz nett hier, gern wieder.', replyText: 'Danke 🙌' });
    expect(reviews[1]).toMatchObject({ text: 'Naja\n\nGeht so.', replyText: null, replyDate: null });
  });
});

/** The fixture of 2026 with a changed state. */
function changedPage(change: (props: Props, state: Record<string, unknown>) => void): string {
  const html = fixture('page-2026.html');
  const start = html.indexOf('{', html.indexOf('__NEXT_DATA__'));
  const end = html.indexOf('</script>', start);
  const state = JSON.parse(html.slice(start, end)) as { props: { pageProps: Props } } & Record<string, unknown>;
  change(state.props.pageProps, state);
  return html.slice(0, start) + JSON.stringify(state).replaceAll('<', '\\u003c') + html.slice(end);
}

interface Props extends Record<string, unknown> {
  reviews: Record<string, unknown>[];
  businessUnit: Record<string, unknown>;
  filters: Record<string, unknown>;
}

/** The fixture of 2026 with changed fields of the first review. */
const withReview = (fields: Record<string, unknown>): string =>
  changedPage((props) => Object.assign(props.reviews[0] ?? {}, fields));

describe('malformed pages of Trustpilot', () => {
  const completePage = fixture('page-2026.html');
  const cutAt = (mark: string): string => completePage.slice(0, completePage.indexOf(mark) + mark.length);

  it.each([
    ['an empty body', renderedPage(''), Changed],
    ['only whitespace', renderedPage(' \n '), Changed],
    ['another page of the site', renderedPage('<html><body><h1>Categories</h1></body></html>'), Changed],
    [
      'a cookie wall',
      renderedPage('<html><title>We value your privacy</title><button>Accept all</button></html>'),
      Changed,
    ],
    ['a frame set', renderedPage('<html><frameset><frame src="/review/x"></frameset></html>'), Changed],
    ['the AWS WAF interstitial', renderedPage(fixture('interstitial.html'), { ready: false, status: 202 }), Blocked],
    ['a captcha with status 200', renderedPage('<form id="captcha-form"></form>', { ready: false }), Blocked],
    ['a bot check of Cloudflare', renderedPage('<title>Just a moment...</title>'), Blocked],
    ['a bot check of DataDome', renderedPage('<script src="https://ct.captcha-delivery.com/c.js"></script>'), Blocked],
    [
      'an address that indicates the login wall',
      renderedPage(completePage, { url: 'https://www.trustpilot.com/users/connect?redirect=x' }),
      Blocked,
    ],
    [
      'a state that indicates the login wall',
      renderedPage(changedPage((_props, state) => (state['page'] = '/users/connect'))),
      Blocked,
    ],
    ['status 401', renderedPage(completePage, { status: 401 }), Blocked],
    ['status 403', renderedPage('Forbidden', { status: 403 }), Blocked],
    ['status 451', renderedPage('', { status: 451 }), Blocked],
    ['the page for an unknown business', renderedPage(fixture('not-found.html'), { status: 404 }), Gone],
    ['the page for an unknown business with status 200', renderedPage(fixture('not-found.html')), Gone],
    ['status 404 without a state', renderedPage('<h1>Not found</h1>', { status: 404 }), Gone],
    ['status 410', renderedPage('', { status: 410 }), Gone],
    ['status 404 with a page of reviews', renderedPage(completePage, { status: 404 }), Gone],
    ['status 404 with a bot check', renderedPage('<title>Just a moment...</title>', { status: 404 }), Blocked],
    ['status 429', renderedPage('', { status: 429 }), Throttled],
    ['status 500', renderedPage('', { status: 500 }), Temporary],
    ['status 503', renderedPage('', { status: 503 }), Temporary],
    ['status 418', renderedPage('', { status: 418 }), Changed],
    ['an error status in the state', renderedPage(changedPage((props) => (props['statusCode'] = 500))), Temporary],
    ['HTML that is truncated before the state', renderedPage('<!DOCTYPE html><html><head><title>Ket'), Changed],
    [
      'HTML that is truncated in the tag of the state',
      renderedPage(cutAt('id="__NEXT_DATA__"').replace('awswaf', '')),
      Changed,
    ],
    ['truncated JSON', renderedPage(cutAt('"Slow, then')), Changed],
    [
      'truncated JSON in a script that the browser closed',
      renderedPage(`${cutAt('"Slow, then')}</script></body></html>`),
      Changed,
    ],
    ['a state that is a list', renderedPage('<script id="__NEXT_DATA__">[]</script>'), Changed],
    ['a state that is null', renderedPage('<script id="__NEXT_DATA__">null</script>'), Changed],
    ['a state without pageProps', renderedPage('<script id="__NEXT_DATA__">{"props":{}}</script>'), Changed],
    [
      'another layout without reviews',
      renderedPage(changedPage((props) => Reflect.deleteProperty(props, 'reviews'))),
      Changed,
    ],
    [
      'reviews that are an object',
      renderedPage(changedPage((props) => Object.assign(props, { reviews: {} }))),
      Changed,
    ],
    ['no business', renderedPage(changedPage((props) => Object.assign(props, { businessUnit: null }))), Changed],
    ['no pagination', renderedPage(changedPage((props) => Object.assign(props, { filters: {} }))), Changed],
    ['a counter that is a text', renderedPage(completePage.replace('"totalCount": 4', '"totalCount": "4"')), Changed],
    ['a negative counter', renderedPage(completePage.replace('"totalCount": 4', '"totalCount": -4')), Changed],
  ])('throws for %s', (_what, page, expected) => {
    expect(() => readReviews(readPage(page))).toThrow(expected);
  });

  it.each<[string, string, Unread]>([
    ['a review that is a text', changedPage((props) => Object.assign(props.reviews, { 0: 'a' })), { review: 1 }],
    ['a review without an id', withReview({ id: undefined }), { review: 1 }],
    ['an id that is a number', withReview({ id: 17 }), { review: 1 }],
    ['an empty id', withReview({ id: '' }), { review: 1 }],
    ['a review without dates', withReview({ dates: undefined }), { date: 1 }],
    ['a review with a date that is null', withReview({ dates: { publishedDate: null } }), { date: 1 }],
    ['a relative date', withReview({ dates: { publishedDate: '3 weeks ago' } }), { date: 1 }],
    ['a date of another locale', withReview({ dates: { publishedDate: '02.03.2026' } }), { date: 1 }],
    ['30 February', withReview({ dates: { publishedDate: '2026-02-30T00:00:00Z' } }), { date: 1 }],
    ['a text that is an object', withReview({ text: { en: 'x' } }), { text: 1 }],
    ['a reply that is a text', withReview({ reply: 'Thanks' }), { reply: 1 }],
    ['a reply without a message', withReview({ reply: { publishedDate: '2026-03-02T10:00:00Z' } }), { reply: 1 }],
    ['an unknown date of a reply', withReview({ reply: { message: 'Hi', publishedDate: 'now' } }), { reply_date: 1 }],
    ['a rating that is an object', withReview({ rating: { value: 5 } }), { rating: 1 }],
    ['a rating of 6', withReview({ rating: 6 }), { rating: 1 }],
    ['no rating', withReview({ rating: null }), { rating: 1 }],
    ['an unknown state of a review', withReview({ isPending: 'maybe' }), { review: 1 }],
  ])('counts %s, and reads the other reviews (§10.2)', (_what, html, unread) => {
    const page = readReviews(readPage(renderedPage(html)));
    expect(unreadIn(page)).toEqual(unread);
    expect(page.reviews.slice(-3).map(({ externalId }) => externalId?.slice(-1))).toEqual(['2', '3', '5']);
  });

  it.each([
    ['no rating', { rating: undefined }, { rating: null, ratingOriginal: null }],
    ['a rating that is null', { rating: null }, { rating: null, ratingOriginal: null }],
    ['a rating of 0', { rating: 0 }, { rating: null, ratingOriginal: '0' }],
    ['a rating of 6', { rating: 6 }, { rating: null, ratingOriginal: '6' }],
    ['the rating "4,5"', { rating: '4,5' }, { rating: 4.5, ratingOriginal: '4,5' }],
    ['the rating "NaN"', { rating: 'NaN' }, { rating: null, ratingOriginal: 'NaN' }],
    ['no date', { dates: { publishedDate: null } }, { reviewDate: null }],
    [
      'a date in the future',
      { dates: { publishedDate: '2099-01-01T00:00:00Z' } },
      { reviewDate: '2099-01-01T00:00:00' },
    ],
    [
      'a date on 29 February',
      { dates: { publishedDate: '2024-02-29T23:59:59.999Z' } },
      { reviewDate: '2024-02-29T23:59:59' },
    ],
    [
      'a date with another offset',
      { dates: { publishedDate: '2026-03-01T01:00:00+02:00' } },
      { reviewDate: '2026-02-28T23:00:00' },
    ],
    ['no author', { consumer: null }, { author: null }],
    ['an author without a name', { consumer: { displayName: ' ' } }, { author: null }],
    ['neither title nor text', { title: null, text: '' }, { text: null }],
    ['an ellipsis as its title', { title: '…', text: 'So' }, { text: '…\n\nSo' }],
    [
      'a title that is truncated at a line break',
      { title: 'One two…', text: 'One\n two three' },
      { text: 'One\n two three' },
    ],
    ['no reply', { reply: null }, { replyText: null, replyDate: null }],
    ['an empty reply', { reply: { message: '  ' } }, { replyText: null }],
    ['NUL and lone surrogates in its text', { title: null, text: 'a\u0000b\ud800c' }, { text: 'ab\ufffdc' }],
    [
      'markup and templates in its text',
      { title: null, text: '<script>${7*7}{{7*7}}</script>' },
      { text: '<script>${7*7}{{7*7}}</script>' },
    ],
    [
      'an end tag of a script in its text',
      { title: null, text: '</script><script>alert(1)' },
      { text: '</script><script>alert(1)' },
    ],
    ['a right-to-left override in its text', { title: null, text: '\u202eabc' }, { text: '\u202eabc' }],
    ['the text "null"', { title: null, text: 'null' }, { text: 'null' }],
    ['a text of 1 MB', { title: null, text: 'x'.repeat(1_000_000) }, { text: 'x'.repeat(1_000_000) }],
  ])('reads a review with %s', (_what, fields, expected) => {
    expect(read(withReview(fields))[0]).toMatchObject(expected);
  });

  it('reads 10,000 reviews of one page', () => {
    const html = changedPage((props) => {
      const [first] = props.reviews;
      props.reviews = Array.from({ length: 10_000 }, (_, index) => ({ ...first, id: `r${index}` }));
    });
    expect(read(html)).toHaveLength(10_000);
  });

  it('reads a review whose text contains the id of the state', () => {
    expect(read(withReview({ title: null, text: 'id="__NEXT_DATA__">{}' }))[0]?.text).toBe('id="__NEXT_DATA__">{}');
  });
});
