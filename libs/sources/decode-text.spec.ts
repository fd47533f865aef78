// cspell:disable
import fc from 'fast-check';
import { decodeAnyText, decodeSmallText, decodeText } from './decode-text';
import { Changed } from './source-errors';

const HTML = 'text/html';
const bytesOf = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
/** `Фонарь` in windows-1251; not valid in UTF-8. */
const LANTERN = [0xd4, 0xee, 0xed, 0xe0, 0xf0, 0xfc];

describe('the charset of a document (contract §2.3)', () => {
  it.each<[what: string, body: Buffer, contentType: string | undefined, text: string]>([
    ['without any statement as UTF-8', bytesOf('Grüße'), undefined, 'Grüße'],
    ['by the content type', bytesOf(LANTERN), 'text/html; charset=windows-1251', 'Фонарь'],
    ['by a quoted charset', bytesOf(LANTERN), 'text/html; charset="windows-1251"', 'Фонарь'],
    ['by a charset in single quotes', bytesOf(LANTERN), "text/html; charset='windows-1251'", 'Фонарь'],
    ['by a label in capitals', bytesOf(LANTERN), 'text/html; CHARSET=CP1251', 'Фонарь'],
    ['by a charset between other parameters', bytesOf(LANTERN), 'text/html;x=1; charset = cp1251;y=2', 'Фонарь'],
    ['by the charset of a repeated header', bytesOf(LANTERN), 'text/html, text/html;charset=cp1251', 'Фонарь'],
    ['by a parameter named charset only', bytesOf('Ж'), 'text/html; x-charset=windows-1251', 'Ж'],
    ['by the byte order mark before the content type', bytesOf('\ufeffä'), 'text/html; charset=latin1', 'ä'],
    ['by the byte order mark before the page', bytesOf('\ufeff<meta charset=cp1251>ä'), HTML, '<meta charset=cp1251>ä'],
    ['in UTF-16 by its byte order mark', Buffer.from('\ufeffhé', 'utf16le'), undefined, 'hé'],
    ['in UTF-16BE by its byte order mark', Buffer.from('\ufeffhé', 'utf16le').swap16(), HTML, 'hé'],
    [
      'by the content type before the page',
      bytesOf('<meta charset=cp1251>ä'),
      'text/html; charset=utf-8',
      '<meta charset=cp1251>ä',
    ],
    ['of an unknown charset as UTF-8', bytesOf('é'), 'text/html; charset=nonsense', 'é'],
    [
      'by the page if the content type is unknown',
      bytesOf('<meta charset=cp1251>', LANTERN),
      'text/html; charset=nonsense',
      '<meta charset=cp1251>Фонарь',
    ],
    [
      'by the page if the content type is missing',
      bytesOf('<meta charset=cp1251>', LANTERN),
      undefined,
      '<meta charset=cp1251>Фонарь',
    ],
    [
      'by the page after an empty charset',
      bytesOf('<meta charset=cp1251>', LANTERN),
      'text/html; charset=',
      '<meta charset=cp1251>Фонарь',
    ],
    ['with a U+FFFD of its author', bytesOf('x\ufffdy'), HTML, 'x\ufffdy'],
    ['of JSON as UTF-8', bytesOf('{"a":"ä"}'), 'application/json; charset=iso-8859-1', '{"a":"ä"}'],
    [
      'of JSON that is not UTF-8 by its content type',
      bytesOf('["', [0xe4], '"]'),
      'application/json; charset=iso-8859-1',
      '["ä"]',
    ],
    [
      'of JSON that quotes a page as UTF-8',
      bytesOf('["<meta charset=cp1251>ä"]'),
      'application/json',
      '["<meta charset=cp1251>ä"]',
    ],
    [
      'of JSON that is sent as a page as UTF-8',
      bytesOf(' \n{"a":"<meta charset=cp1251>ä"}'),
      HTML,
      ' \n{"a":"<meta charset=cp1251>ä"}',
    ],
    ['that is empty', bytesOf(''), HTML, ''],
  ])('decodes a document %s', (_what, body, contentType, text) => {
    expect(decodeText(body, contentType)).toBe(text);
  });

  it.each([
    ['ibm866', 'Фонарь', '94aeada0e0ec'],
    ['iso-8859-1', 'Café', '436166e9'],
    ['iso-8859-2', 'Zażółć gęślą', '5a61bff3b3e62067eab66cb1'],
    ['iso-8859-3', 'Ĉiuj ĝuas', 'c669756a20f8756173'],
    ['iso-8859-4', 'Ķirbis ģimene', 'd3697262697320bb696d656e65'],
    ['iso-8859-5', 'Фонарь', 'c4deddd0e0ec'],
    ['iso-8859-6', 'مصباح', 'e5d5c8c7cd'],
    ['iso-8859-7', 'Φανάρι', 'd6e1eddcf1e9'],
    ['iso-8859-8', 'פנס', 'f4f0f1'],
    ['iso-8859-8-i', 'פנס', 'f4f0f1'],
    ['iso-8859-9', 'Işık ğ', '49fefd6b20f0'],
    ['iso-8859-10', 'Þór ŋ', 'def37220bf'],
    ['iso-8859-11', 'ตะเกียง', 'b5d0e0a1d5c2a7'],
    ['iso-8859-13', 'Žibintas š', 'de6962696e74617320f0'],
    ['iso-8859-14', 'Ŵyl ŷ', 'd0796c20fe'],
    ['iso-8859-15', 'Œuvre 5 €', 'bc75767265203520a4'],
    ['iso-8859-16', 'Țară șah', 'de6172e320ba6168'],
    ['koi8-r', 'Фонарь', 'e6cfcec1d2d8'],
    ['koi8-u', 'Ліхтар ґ ў', 'eca6c8d4c1d220ad20ae'],
    ['macintosh', 'Café “là”', '4361668e20d26c88d3'],
    ['windows-874', 'ตะเกียง', 'b5d0e0a1d5c2a7'],
    ['windows-1250', 'Příšerně žluťoučký', '50f8ed9a65726eec209e6c759d6f75e86bfd'],
    ['windows-1251', 'Фонарь «А»', 'd4eeede0f0fc20abc0bb'],
    ['windows-1252', 'Café – “là” €', '436166e9209620936ce0942080'],
    ['windows-1253', 'Φανάρι', 'd6e1eddcf1e9'],
    ['windows-1254', 'Işık ğ', '49fefd6b20f0'],
    ['windows-1255', 'פָנס', 'f4c8f0f1'],
    ['windows-1256', 'مصباح پ', 'e3d5c8c7cd2081'],
    ['windows-1257', 'Žibintas', 'de6962696e746173'],
    ['windows-1258', 'Đèn', 'd0e86e'],
    ['x-mac-cyrillic', 'Фонарь', '94eeede0f0fc'],
    ['gbk', '灯笼很亮', 'b5c6c1fdbadcc1c1'],
    ['gb2312', '灯笼', 'b5c6c1fd'],
    ['gb18030', '灯笼㐀', 'b5c6c1fd8139ee39'],
    ['big5', '燈籠很亮', 'bf4fc5a2abdcab47'],
    ['big5-hkscs', '係㗎', 'ab599dee'],
    ['euc-jp', 'とても明るい', 'a4c8a4c6a4e2ccc0a4eba4a4'],
    ['iso-2022-jp', 'とても明るい', '1b24422448244624624c40246b24241b2842'],
    ['shift_jis', 'とても明るい ﾗﾝﾌﾟ', '82c682c482e096be82e982a220d7ddccdf'],
    ['euc-kr', '랜턴이 똠방각하', 'b7a3c5cfc0cc208c63b9e6b0a2c7cf'],
    ['utf-16le', 'Фонарь', '24043e043d04300440044c04'],
    ['utf-16be', 'Фонарь', '0424043e043d04300440044c'],
  ])('decodes %s: %s', (charset, text, bytes) => {
    expect(decodeText(Buffer.from(bytes, 'hex'), `text/html; charset=${charset}`)).toBe(text);
  });

  it.each<[what: string, body: Buffer, contentType: string | undefined, message: RegExp]>([
    ['without a statement that is not UTF-8', bytesOf('<p>', LANTERN), HTML, /states no charset/],
    ['that states UTF-8 and is not', bytesOf('<meta charset=utf-8>', LANTERN), HTML, /charset, utf-8/],
    [
      'whose content type states UTF-8',
      bytesOf('<meta charset=cp1251>', LANTERN),
      'text/html; charset=utf-8',
      /charset, utf-8/,
    ],
    ['that is cut off within a character', Buffer.from('aж').subarray(0, 2), HTML, /states no charset/],
    ['with half a character of Shift JIS', bytesOf([0x82]), 'text/html; charset=shift_jis', /charset, shift_jis/],
    ['with a byte that is not in Thai', bytesOf([0xdb]), 'text/html; charset=windows-874', /charset, windows-874/],
    ['with an odd byte of UTF-16', bytesOf([0xff, 0xfe, 0x41]), HTML, /charset, utf-16le/],
    ['in a charset that browsers refuse', bytesOf('abc'), 'text/html; charset=iso-2022-kr', /charset, replacement/],
    ['in a charset without characters', bytesOf('abc'), 'text/html; charset=x-user-defined', /charset, x-user-defined/],
    ['of JSON with an invalid byte', bytesOf('{"a":"', [0xff], '"}'), 'application/json', /charset, utf-8/],
    ['of plain text with an invalid byte', bytesOf('a', [0xff]), 'text/plain', /states no charset/],
  ])('refuses a document %s', (_what, body, contentType, message) => {
    expect(() => decodeText(body, contentType)).toThrow(Changed);
    expect(() => decodeText(body, contentType)).toThrow(message);
  });

  it('never replaces a byte: a text has U+FFFD only where the document has it in UTF-8', () => {
    const charsets = fc.constantFrom(
      '',
      '; charset=utf-8',
      '; charset=euc-kr',
      '; charset=shift_jis',
      '; charset=big5',
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), charsets, (bytes, charset) => {
        const text = textOrNull(bytes, `text/html${charset}`);
        if (text?.includes('\ufffd') === true) expect(Buffer.from(bytes).includes('\ufffd')).toBe(true);
        if (text !== null) expect(decodeAnyText(bytes, `text/html${charset}`)).toBe(text);
      }),
    );
  });

  it('reads every text that a page states in UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const page = `<meta charset="utf-8">${text}`;
        expect(decodeText(Buffer.from(page), HTML)).toBe(page);
      }),
    );
  });
});

describe('the text of a sample or recording', () => {
  it.each<[what: string, body: Buffer, contentType: string | undefined, text: string]>([
    ['is whole if the bytes are valid', bytesOf('<meta charset=cp1251>', LANTERN), HTML, '<meta charset=cp1251>Фонарь'],
    ['has U+FFFD for an invalid byte', bytesOf('a', [0xff]), 'text/plain', 'a\ufffd'],
    ['has U+FFFD where it is cut off', Buffer.from('aж').subarray(0, 2), HTML, 'a\ufffd'],
    ['is whole if it begins like JSON', bytesOf('{', [0x81, 0x41]), 'text/html; charset=euc-kr', '{\uac02'],
    ['is read as UTF-8 if no decoder exists', bytesOf('é'), 'text/html; charset=iso-2022-kr', 'é'],
  ])('%s', (_what, body, contentType, text) => {
    expect(decodeAnyText(body, contentType)).toBe(text);
  });
});

describe('decodeSmallText', () => {
  it.each([
    ['of 16 KiB', 16 * 1024, true],
    ['that is larger', 16 * 1024 + 1, false],
  ])('decodes a body %s: %s bytes: %s', (_what, size, isDecoded) => {
    const decode = (): string => decodeSmallText({ bytes: Buffer.alloc(size, 'a'), contentType: undefined });
    if (isDecoded) expect(decode()).toHaveLength(size);
    else expect(decode).toThrow(Changed);
  });
});

function textOrNull(bytes: Uint8Array, contentType: string): string | null {
  try {
    return decodeText(bytes, contentType);
  } catch {
    return null;
  }
}
