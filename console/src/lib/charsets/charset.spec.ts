import { legacyHookDecode } from '@exodus/bytes/encoding.js';
import { charsetOf, CHARSETS, decoded, type Charset } from './charset';

/** The bytes of a text in a single-byte charset. */
function encoded(text: string, charset: Charset): Uint8Array {
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [legacyHookDecode(Uint8Array.of(byte), charset), byte] as const),
  );
  return Uint8Array.from([...text], (char) => bytes.get(char) ?? fail(`${charset} has no ${char}`));
}

function fail(message: string): never {
  throw new Error(message);
}

describe('the charset of a file is found by its bytes, and a guess is not certain', () => {
  test.each<[Charset, string]>([
    ['windows-1252', 'Hotel Müller;Café Zoë;Señorita;São João;Ålesund Hotel;Smørrebrød'],
    ['windows-1252', 'Hotel Müller'],
    ['windows-1252', 'Københavns Kro'],
    ['windows-1252', 'Boutique “Belle-Île” – 5 €;L’Élysée'],
    ['windows-1250', 'Hotel Łódź;Gdańska Perła;Hotel pod Różą'],
    ['windows-1250', 'Hotel Jeřáb;Hotel U Zámku;Šumavská'],
    ['windows-1250', 'Fehér Őz Panzió;Bükkös Szálloda;Hűvös'],
    ['windows-1251', 'Гостиница Звезда;Отель «Невский»'],
    ['windows-1251', 'Готель Київ'],
    ['windows-1253', 'Ξενοδοχείο Ακρόπολη'],
    ['windows-1254', 'Beşiktaş Hotel;Kadıköy Konağı;İstanbul Evi'],
    ['windows-1255', 'מלון ירושלים'],
    ['windows-1256', 'فندق الميناء'],
    ['windows-1257', 'Viešbutis Žąsis;Rīgas Hotel'],
    ['macintosh', 'Hotel Müller;Café Zoë;Gästehaus Größe'],
  ])('%s: %s', (charset, text) => {
    const bytes = encoded(`Name;Address\r\n${text};https://a.example\r\n`, charset);
    expect(charsetOf(bytes)).toEqual({ charset, isCertain: false });
    expect(decoded(bytes, charset)).toContain(text);
  });

  test.each([
    ['utf-8', [...Buffer.from('Hotel Müller')], true],
    ['utf-8', [...Buffer.from('Hotel')], true],
    ['utf-8', [], true],
    ['utf-8', [0xef, 0xbb, 0xbf, 0x41], true],
    ['utf-16le', [0xff, 0xfe, ...Buffer.from('Müller', 'utf16le')], true],
    ['utf-16be', [0xfe, 0xff, ...Buffer.from('Müller', 'utf16le').swap16()], true],
    ['utf-16le', [...Buffer.from('Müller;https://a.example', 'utf16le')], false],
    ['utf-16be', [...Buffer.from('Müller;https://a.example', 'utf16le').swap16()], false],
  ] as const)('%s of %j, certain: %p', (charset, bytes, isCertain) => {
    expect(charsetOf(Uint8Array.from(bytes))).toEqual({ charset, isCertain });
    expect(decoded(Uint8Array.from(bytes), charset)).not.toContain('\uFEFF');
  });

  test('every charset that a person can choose can be read', () => {
    for (const charset of CHARSETS) expect(decoded(Uint8Array.of(0x41, 0), charset)).toBeDefined();
  });
});
