// cspell:disable
import { languageOf, loadDetector } from './text-language';

/** Contract §2.3: the language of a text, `und` where it is unknown. */
describe('languageOf', () => {
  beforeAll(loadDetector);

  it.each<[string | null, string]>([
    ['The room was clean and the staff were very friendly.', 'en'],
    ['Das Zimmer war sauber und das Personal sehr freundlich.', 'de'],
    ['La chambre était propre et le personnel très aimable.', 'fr'],
    ['La habitación estaba limpia y el personal fue muy amable.', 'es'],
    ['Номер был чистый, персонал очень приветливый.', 'ru'],
    ['방이 깨끗하고 직원들이 매우 친절했습니다.', 'ko'],
    ['部屋は清潔で、スタッフはとても親切でした。', 'ja'],
    ['房间很干净，工作人员非常友好。', 'zh'],
    ['كانت الغرفة نظيفة والموظفون ودودون للغاية.', 'ar'],
  ])('of %j is %s', (text, language) => {
    expect(languageOf(text)).toBe(language);
  });

  it.each([
    null,
    '',
    'Great!',
    'OK',
    '10/10',
    '👍👍👍👍👍',
    '***** 2026-11-30 12:00 *****',
    'https://x.test/a?b=1',
    '좋아요',
  ])('of %j, which is none, too short or no words, is und', (text) => {
    expect(languageOf(text)).toBe('und');
  });

  it('reads the first 100 characters only, whatever follows', () => {
    const text =
      'Das Zimmer war sauber und das Personal war sehr freundlich, wir kommen im nächsten Jahr gerne wieder. ';
    expect(languageOf(text + 'The room was clean. '.repeat(100_000))).toBe('de');
    expect(languageOf(' '.repeat(100) + text)).toBe('und');
  });
});
