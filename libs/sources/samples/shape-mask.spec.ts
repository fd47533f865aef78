import * as fc from 'fast-check';
import { FAR_FROM_QUADRATIC, growth } from '@test/support/growth';
import { decodeOnce } from './decoded-text';
import { isMasked } from './mask-text';
import { maskByShape } from './shape-mask';

describe('masking by shape', () => {
  it.each<[string, string, string]>([
    [
      'JSON: keys, numbers, dates and literals stay',
      '{"author":{"name":"Ann Lee"},"at":"2024-01-02T03:04:05Z","stars":"4.5","n":-1.5e+10,"ok":true,"x":null}',
      '{"author":{"name":"xxx xxx"},"at":"2024-01-02T03:04:05Z","stars":"4.5","n":-1.5e+10,"ok":true,"x":null}',
    ],
    ['escapes in JSON', '{"a":"\\u0418\\u0432 \\"b\\"\\n"}', '{"a":"xx \\"x\\"\\n"}'],
    [
      'keys that are data',
      '{"Ann Lee":1,"user76561198":2,"a@b.example":3}',
      '{"xxx xxx":1,"xxxx00000000":2,"x@x.xxxxxxx":3}',
    ],
    ['a guarded response', ')]}\'\n[["Ann",5]]', ')]}\'\n[["xxx",5]]'],
    [
      'HTML: tags, classes and dates stay',
      '<!doctype html><p class="review-card u-1" title="Ann">Ann &amp; 5<br/></p><time datetime="2024-01-02">',
      '<!doctype html><p class="review-card u-1" title="xxx">xxx &amp; 0<br/></p><time datetime="2024-01-02">',
    ],
    [
      'scripts: the name of the data stays',
      '<script>window.__STATE__ = {"name":"Ann"};</script><style>.a{}</style><!-- Ann -->',
      '<script>window.__STATE__ = {"name":"xxx"};</script><style></style><!-- xxx -->',
    ],
    ['XML', '<?xml version="1.0"?><a><![CDATA[Ann <b>]]></a>', '<?xml version="1.0"?><a><![CDATA[xxx <x>]]></a>'],
    ['plain text', 'Ann was here', 'xxx xxx xxxx'],
    ['an unfinished document', '{"name":"Ann Le', '{"name":"xxx xx'],
  ])('%s', (_, text, expected) => expect(maskByShape(text)).toBe(expected));

  it('masks all texts of any JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const texts = (value: unknown): string[] => {
          if (typeof value === 'string') return [value];
          return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
        };
        const masked = JSON.parse(maskByShape(text)) as unknown;
        // An escape of another character than a letter stays, such as %0A.
        const decoded = texts(masked).map((one) => decodeOnce({ text: one, starts: null, ends: null }).text);
        expect(decoded.filter((one) => !isMasked(one) && !/^[\d ,.:TZ+-]+$/.test(one.trim()))).toEqual([]);
      }),
    );
  });

  it('masks the text of any markup', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const masked = maskByShape(`<p>${text.replaceAll('<', ' ').replaceAll('&', ' ')}</p>`).slice(3, -4);
        expect(isMasked(masked) || /^[\d.,:TZ UC+-]+$/.test(masked.trim())).toBe(true);
      }),
    );
  });

  it.each(['"', '\\', '<', '<a ', '<!--', '<a b="', '<script>', '</script', '&', '"":', '<![CDATA[', 'é'])(
    'takes linear time on documents of %j',
    (part) => {
      for (const start of ['', '<']) {
        const document = (size: number) => start + part.repeat(size);
        expect(growth(2_000, document, maskByShape)).toBeLessThan(FAR_FROM_QUADRATIC);
      }
    },
  );
});
