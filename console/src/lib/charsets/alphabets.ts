/** The letters beyond A to Z that a language writes, by the charset of Windows that has them. */
export interface Alphabet {
  readonly charset: string;
  readonly letters: ReadonlySet<string>;
  /**
   * Below 1 for a language or charset that is rare. Above 1 for Hebrew: in windows-1251 its letters are small ones, and a text in
   * Cyrillic has capitals, which are no letters in windows-1255.
   */
  readonly weight: number;
}

const WESTERN = 'windows-1252';
const CENTRAL = 'windows-1250';

const CYRILLIC = 'абвгдежзийклмнопрстуфхцчшщъыьэюяёєіїґђћљњџјўѓќѕ';
const GREEK = 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ';
const HEBREW = 'אבגדהוזחטיךכלםמןנסעףפץצקרשת';
const ARABIC = 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژگکی';

/** In the order in which they are preferred if several explain a text equally well. */
export const ALPHABETS: readonly Alphabet[] = [
  alphabet(WESTERN, 'äöüß'),
  alphabet(WESTERN, 'àâæçéèêëîïôœùûüÿ'),
  alphabet(WESTERN, 'áéíóúüñªº'),
  alphabet(WESTERN, 'àáâãçéêíóôõúªº'),
  alphabet(WESTERN, 'àèéìíòóùú'),
  alphabet(WESTERN, 'åäöæøé'),
  alphabet(WESTERN, 'àçèéíïòóúü·'),
  alphabet(CENTRAL, 'ąćęłńóśźż'),
  alphabet(CENTRAL, 'áčďéěíňóřšťúůýž'),
  alphabet(CENTRAL, 'áäčďéíĺľňóôŕšťúýž'),
  alphabet(CENTRAL, 'áéíóöőúüű'),
  alphabet(CENTRAL, 'ăâîşţ'),
  alphabet(CENTRAL, 'čćđšž'),
  alphabet('windows-1251', CYRILLIC),
  alphabet('windows-1253', GREEK),
  alphabet('windows-1254', 'âçğıîöşûü'),
  alphabet('windows-1255', HEBREW, 1.05),
  alphabet('windows-1256', ARABIC),
  alphabet('windows-1257', 'ąčęėįšųūž'),
  alphabet('windows-1257', 'āčēģīķļņšūž'),
  alphabet('windows-1257', 'äõöüšž'),
  alphabet(WESTERN, 'áæðéíóöþúý', 0.9),
  ...['äöüß', 'àâæçéèêëîïôœùûüÿ', 'áéíóúüñ', 'àáâãçéêíóôõúü', 'àèéìíòóùú', 'åäöæøé'].map((letters) =>
    alphabet('macintosh', letters, 0.8),
  ),
];

function alphabet(charset: string, letters: string, weight = 1): Alphabet {
  return { charset, letters: new Set(letters + letters.toLocaleUpperCase('en') + 'İ'), weight };
}
