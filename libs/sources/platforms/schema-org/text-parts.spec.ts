import { inn, ld, only, PAGE, parse, script } from '@test/support/schema-org-pages';
import { parsePage } from './parse';
import { withoutRepeats } from './text-parts';

const TWO = 'First paragraph.\n\nSecond paragraph.';
const [FIRST, SECOND] = TWO.split('\n\n') as [string, string];
const tagged = (language: string, text: unknown): object => ({ '@language': language, '@value': text });

const textOf = (part: object): string | null => only(parse(inn({ '@type': 'Review', reviewRating: 4, ...part }))).text;

describe('texts of several parts', () => {
  it.each<[what: string, part: object, text: string]>([
    ['a list', { reviewBody: [FIRST, SECOND] }, TWO],
    ['a list of three', { reviewBody: ['One', 'Two', 'Three'] }, 'One\n\nTwo\n\nThree'],
    ['a list with empty parts', { reviewBody: [FIRST, '', null, ' ', SECOND] }, TWO],
    ['a list of one part', { reviewBody: [FIRST] }, FIRST],
    ['@list', { reviewBody: { '@list': [FIRST, SECOND] } }, TWO],
    ['@set', { reviewBody: { '@set': [FIRST, SECOND] } }, TWO],
    ['values', { reviewBody: [{ '@value': FIRST }, { '@value': SECOND }] }, TWO],
    ['values of one language', { reviewBody: [tagged('en', FIRST), tagged('en', SECOND)] }, TWO],
    ['numbers as keys', { reviewBody: { 0: FIRST, 2: SECOND } }, TWO],
    ['text objects', { reviewBody: [{ '@type': 'TextObject', text: FIRST }, { text: SECOND }] }, TWO],
    ['one text object', { reviewBody: { '@type': 'TextObject', text: TWO } }, TWO],
    ['a text object with a list', { reviewBody: { text: [FIRST, SECOND] } }, TWO],
    [
      'text objects with lists',
      { reviewBody: [{ text: ['One', 'Two'] }, { text: ['Three', ''] }] },
      'One\n\nTwo\n\nThree',
    ],
    ['a list in a list', { reviewBody: [[FIRST], [SECOND]] }, TWO],
    ['a description', { description: [FIRST, SECOND] }, TWO],
    ['`text`', { text: [FIRST, SECOND] }, TWO],
    ['HTML in the parts', { reviewBody: ['<p>One</p>', 'Two<br>Three'] }, 'One\n\nTwo\nThree'],
    ['a number', { reviewBody: ['Room', 12] }, 'Room\n\n12'],
    // Repetitions of a page.
    ['a part twice', { reviewBody: [FIRST, FIRST] }, FIRST],
    ['all parts twice', { reviewBody: [FIRST, SECOND, FIRST, SECOND] }, TWO],
    [
      'a part of which a repetition belongs to the text',
      { reviewBody: ['Yes.', 'No.', 'Yes.'] },
      'Yes.\n\nNo.\n\nYes.',
    ],
    ['a shortened part and the whole', { reviewBody: ['First para…', FIRST] }, FIRST],
    ['the whole and a shortened part', { reviewBody: [FIRST, 'First para...'] }, FIRST],
    ['the whole and its paragraphs', { reviewBody: [TWO, FIRST, SECOND] }, TWO],
    [
      'a short part that begins another',
      { reviewBody: ['Good.', 'Good. Really good.'] },
      'Good.\n\nGood. Really good.',
    ],
    // Translations.
    ['two languages, one of the page', { reviewBody: [tagged('de', 'Dunkel.'), tagged('en', 'Dim.')] }, 'Dim.'],
    [
      'two languages, the first of which is the page’s',
      { reviewBody: [tagged('en', 'Dim.'), tagged('de', 'Dunkel.')] },
      'Dim.',
    ],
    ['a region of the page’s language', { reviewBody: [tagged('de', 'Dunkel.'), tagged('en-US', 'Dim.')] }, 'Dim.'],
    [
      'two languages that the page does not have',
      { reviewBody: [tagged('fr', 'Sombre.'), tagged('de', 'Dunkel.')] },
      'Sombre.',
    ],
    [
      'two languages of two parts each',
      { reviewBody: [tagged('en', 'One'), tagged('de', 'Eins'), tagged('en', 'Two'), tagged('de', 'Zwei')] },
      'One\n\nTwo',
    ],
    [
      'a part without a language beside translations',
      { reviewBody: [tagged('en', 'Dim.'), tagged('de', 'Dunkel.'), '***'] },
      'Dim.\n\n***',
    ],
    ['a map of languages', { reviewBody: { de: 'Dunkel.', en: 'Dim.' } }, 'Dim.'],
    ['a map of languages with lists', { reviewBody: { de: 'Dunkel.', en: [FIRST, SECOND] } }, TWO],
    [
      'a title in two languages',
      { name: [tagged('de', 'Titel'), tagged('en', 'Title')], reviewBody: 'Dim.' },
      'Title\n\nDim.',
    ],
    ['a title of two parts', { headline: ['Great', 'Really'], reviewBody: 'Dim.' }, 'Great\n\nReally\n\nDim.'],
  ])('reads %s', (_what, part, text) => {
    expect(textOf(part)).toBe(text);
  });

  it.each<[what: string, markup: string, text: string]>([
    [
      'two elements',
      '<p itemprop="reviewBody">First paragraph.</p><p itemprop="reviewBody">Second paragraph.</p>',
      TWO,
    ],
    [
      'an element in another',
      '<div itemprop="reviewBody"><p itemprop="reviewBody">First paragraph.</p><p itemprop="reviewBody">Second paragraph.</p></div>',
      TWO,
    ],
    [
      'a shortened text and the whole',
      '<p itemprop="reviewBody">First para…</p><p itemprop="reviewBody">First paragraph.</p>',
      FIRST,
    ],
    [
      'the text for two widths of the screen',
      '<p itemprop="reviewBody">First paragraph.</p><p itemprop="reviewBody">First paragraph.</p>',
      FIRST,
    ],
    [
      'two languages',
      '<p itemprop="reviewBody" lang="de">Dunkel.</p><p itemprop="reviewBody" lang="en">Dim.</p>',
      'Dim.',
    ],
    [
      'a description',
      '<meta itemprop="description" content="First paragraph."><p itemprop="description">Second paragraph.</p>',
      TWO,
    ],
  ])('reads microdata and RDFa with %s', (_what, markup, text) => {
    expect(only(parse(`<div itemscope itemtype="https://schema.org/Review">${markup}</div>`)).text).toBe(text);
    const rdfa = markup.replaceAll('itemprop=', 'property=');
    expect(only(parse(`<div vocab="https://schema.org/" typeof="Review">${rdfa}</div>`)).text).toBe(text);
  });

  it.each<[what: string, reply: object, text: string]>([
    ['a text', { ownerResponse: 'Thank you!' }, 'Thank you!'],
    ['parts', { ownerResponse: [FIRST, SECOND] }, TWO],
    ['an object with parts', { ownerResponse: { text: [FIRST, SECOND] } }, TWO],
    ['a comment with parts', { comment: { author: { '@type': 'Organization' }, text: [FIRST, SECOND] } }, TWO],
    ['two languages', { ownerResponse: { text: [tagged('de', 'Danke!'), tagged('en', 'Thank you!')] } }, 'Thank you!'],
    ['a map of languages', { ownerResponse: { text: { de: 'Danke!', en: 'Thank you!' } } }, 'Thank you!'],
    ['a text object', { ownerResponse: { text: { '@type': 'TextObject', text: 'Thank you!' } } }, 'Thank you!'],
    [
      'two replies',
      {
        ownerResponse: [
          { text: 'Old', datePublished: '2026-05-01' },
          { text: 'New', datePublished: '2026-05-02' },
        ],
      },
      'New',
    ],
    ['the same reply twice', { ownerResponse: ['Thank you!', 'Thank you!'] }, 'Thank you!'],
  ])('reads a reply with %s', (_what, reply, text) => {
    const review = only(parse(inn({ '@type': 'Review', reviewBody: 'Dim.', ...reply })));
    expect(review.replyText).toBe(text);
  });

  it('takes the language of the page', () => {
    const review = ld({ '@type': 'Review', reviewBody: [tagged('en', 'Dim.'), tagged('de', 'Dunkel.')] });
    const context = { pageUrl: PAGE, ratingScale: 5, now: new Date('2026-11-21T12:00:00Z') };
    expect(only(parsePage(`<html lang="de"><body>${review}</body></html>`, context)).text).toBe('Dunkel.');
  });

  it('reports texts and replies that it cannot read', () => {
    const part = { reviewBody: { html: '<p>Dim.</p>' }, reviewRating: 4, ownerResponse: { html: 'Thank you!' } };
    expect(parse(inn({ '@type': 'Review', ...part }))).toMatchObject({
      reviews: [{ text: null, rating: 4, replyText: null }],
      unread: ['text', 'reply'],
    });
    expect(parse(inn({ '@type': 'Review', reviewBody: 'Dim.', ownerResponse: {} })).unread).toEqual([]);
  });

  it('joins a long list without comparing its parts', () => {
    const parts = Array.from({ length: 5_000 }, (_, n) => `Part ${n}.`);
    expect(withoutRepeats(parts)).toHaveLength(5_000);
    expect(withoutRepeats([...parts, ...parts])).toHaveLength(5_000);
  });

  it('reads a key that a template repeats', () => {
    const page = parse(script(`{"@type":"Review","reviewBody":"${FIRST}","reviewBody":"${SECOND}"}`));
    expect(only(page).text).toBe(TWO);
  });
});
