// cspell:disable
import fc from 'fast-check';
import { readReviewPage } from './parse';
import { originalText } from './translation';

describe('texts that Google translated (contract §2.3: the original is stored)', () => {
  it.each([
    ['the translation first', '(Translated by Google) Great burger.\n\n(Original)\nToller Burger.', 'Toller Burger.'],
    ['the original first', 'Toller Burger.\n\n(Translated by Google)\nGreat burger.', 'Toller Burger.'],
    ['both with marks, the original first', '(Original)\nToll.\n\n(Translated by Google)\nGreat.', 'Toll.'],
    ['the translation on a line of its own', '(Translated by Google)\nGreat.\n\n(Original)\nToll.', 'Toll.'],
    ['the original on the line of its mark', '(Translated by Google) Great.\n\n(Original) Toll.', 'Toll.'],
    ['the translation on the line of its mark', 'Toll.\n\n(Translated by Google) Great.', 'Toll.'],
    ['an original with an empty line before it', '(Translated by Google) Great.\n\n(Original)\n\nToll.', 'Toll.'],
    ['several paragraphs', '(Translated by Google) A.\n\nB.\n\n(Original)\nC.\n\nD.', 'C.\n\nD.'],
    ['several paragraphs before the translation', 'C.\n\nD.\n\n(Translated by Google)\nA.\n\nB.', 'C.\n\nD.'],
    ['more empty lines', '(Translated by Google) Great.\n\n\n\n(Original)\nToll.', 'Toll.'],
    ['blanks in the empty line', '(Translated by Google) Great.\n \t\n (Original) \nToll.', 'Toll.'],
    ['line ends of other systems', '(Translated by Google) Great.\r\n\r\n(Original)\r\nToll.', 'Toll.'],
    [
      'the author’s own words',
      '(Translated by Google) The (Original) is great.\n\n(Original)\nDas (Original) ist toll.',
      'Das (Original) ist toll.',
    ],
    ['a mark in the translation', '(Translated by Google) A.\n\n(Original) is its name.\n\n(Original)\nB.', 'B.'],
    [
      'the name of the mark in the original',
      'Da steht "(Translated by Google)". Gut.\n\n(Translated by Google)\nIt says "(Translated by Google)". Good.',
      'Da steht "(Translated by Google)". Gut.',
    ],
    [
      'a paragraph that begins like a mark',
      'A.\n\n(Translated by Google) steht da.\n\n(Translated by Google)\nB.',
      'A.\n\n(Translated by Google) steht da.',
    ],
    ['nothing but marks', '(Translated by Google) A.\n\n(Original)\n', null],
    ['German marks', 'Great.\n\n(Übersetzt von Google)\nToll.', 'Great.'],
    ['French marks', "(Traduit par Google) Super.\n\n(Avis d'origine)\nGreat.", 'Great.'],
    ['French marks with another apostrophe', '(Traduit par Google) Super.\n\n(Avis d’origine)\nGreat.', 'Great.'],
    ['Spanish marks', '(Traducido por Google) Genial.\n\n(Original)\nGreat.', 'Great.'],
    ['other Spanish marks', '(Traducción de Google) Genial.\n\n(Original)\nGreat.', 'Great.'],
    ['Italian marks', '(Traduzione di Google) Ottimo.\n\n(Originale)\nGreat.', 'Great.'],
    ['Portuguese marks', '(Traduzido pelo Google) Ótimo.\n\n(Texto original)\nGreat.', 'Great.'],
    ['Dutch marks', '(Vertaald door Google) Top.\n\n(Origineel)\nGreat.', 'Great.'],
    ['Polish marks', '(Przetłumaczone przez Google) Super.\n\n(Wersja oryginalna)\nGreat.', 'Great.'],
    ['Russian marks', '(Перевод Google) Отлично.\n\n(Оригинал)\n\nGreat.', 'Great.'],
    ['Turkish marks', '(Google tarafından çevrildi) Harika.\n\n(Orijinal)\nGreat.', 'Great.'],
    ['Japanese marks', '（Google による翻訳）最高。\n\n（原文）\nGreat.', 'Great.'],
    ['Chinese marks', '(由 Google 提供翻譯) 很好。\n\n(原始評論)\nGreat.', 'Great.'],
  ])('the original is read: %s', (_what, text, original) => {
    expect(originalText(text)).toBe(original);
  });

  it.each([
    ['no mark', 'Great burger.\n\nReally.'],
    ['the mark in a sentence', 'The menu says "(Translated by Google)" on every page. The food was good.'],
    ['the mark at the end', 'What is this? (Translated by Google)'],
    ['the mark on a line within a paragraph', 'The sign:\n(Translated by Google)\nwas funny.'],
    ['the mark of the original alone', '(Original) recipe!\n\n(Original)\nYes.'],
    ['the mark of the original in a reply', 'Our (Original) sauce is back. We keep the sign "(Translated by Google)".'],
    ['a translation without an original', '(Translated by Google) Great burger.'],
    ['a translation and the word', '(Translated by Google) The (Original) burger.'],
    ['other brackets', '[Translated by Google] Great.\n\n[Original]\nToll.'],
    ['other words in the brackets', '(found by Google) Great.\n\n(Original)\nToll.'],
    ['other letters', '(translated by google) Great.\n\n(original)\nToll.'],
    ['an empty text', ''],
  ])('a text is unchanged: %s', (_what, text) => {
    expect(originalText(text)).toBe(text);
  });

  it('finds the original of any text', () => {
    const words = fc
      .stringMatching(/^[a-zäß .!()\n]{1,60}$/)
      .map((text) => text.trim())
      .filter((text) => text !== '');
    fc.assert(
      fc.property(words, words, (original, translation) => {
        expect(originalText(`(Translated by Google) ${translation}\n\n(Original)\n${original}`)).toBe(original);
        expect(originalText(`${original}\n\n(Translated by Google)\n${translation}`)).toBe(original);
        expect(originalText(original)).toBe(original);
      }),
    );
  });

  it('is the same for a review and for its reply', () => {
    const comment = '(Translated by Google) Thanks.\n\n(Original)\nDanke.';
    const page = readReviewPage({
      reviews: [
        { reviewId: 'r', starRating: 'FOUR', comment, reviewReply: { comment, updateTime: '2026-06-10T00:00:00Z' } },
      ],
      totalReviewCount: 1,
    });
    expect(page.reviews[0]).toMatchObject({ text: 'Danke.', replyText: 'Danke.' });
  });
});
