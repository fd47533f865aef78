// cspell:ignore metas
import fc from 'fast-check';
import { decodeText } from '../decode-text';
import { statedCharset } from './stated-charset';

/** `Фонарь` in windows-1251. */
const LANTERN = Buffer.from('d4eeede0f0fc', 'hex');
const CONTENT = 'content="text/html; charset=windows-1251"';
const page = (head: string): Buffer => Buffer.concat([Buffer.from(head, 'latin1'), LANTERN]);
const spaces = (count: number): string => ' '.repeat(count);

describe('the charset that a page states, as browsers find it (HTML standard, prescan)', () => {
  it.each([
    ['a charset', '<meta charset="windows-1251">'],
    ['a charset in single quotes', "<meta charset='windows-1251'>"],
    ['a charset without quotes', '<meta charset=windows-1251>'],
    ['a closed tag', '<meta charset="windows-1251"/>'],
    ['a closed tag without quotes', '<meta charset=windows-1251 />'],
    ['capitals', '<META CHARSET="WINDOWS-1251">'],
    ['another label', '<meta charset="cp1251">'],
    ['the label x-cp1251', '<meta charset=x-cp1251>'],
    ['a label with spaces around it', '<meta charset=" windows-1251 ">'],
    ['spaces around the sign', '<meta charset \n = \t "windows-1251">'],
    ['a slash after the name', '<meta/charset="windows-1251">'],
    ['a line break after the name', '<meta\ncharset="windows-1251">'],
    ['another attribute before it', '<meta id=x data-y charset="windows-1251">'],
    ['a class with a sign in it', '<meta class="a>b" charset="windows-1251">'],
    ['the first of two charsets', '<meta charset="windows-1251" charset="utf-8">'],
    ['the first of two tags', '<meta charset="windows-1251"><meta charset="utf-8">'],
    ['the second tag after an unknown one', '<meta charset="nonsense"><meta charset="windows-1251">'],
    ['http-equiv', `<meta http-equiv="Content-Type" ${CONTENT}>`],
    ['http-equiv after content', `<meta ${CONTENT} http-equiv="Content-Type">`],
    ['http-equiv without quotes', '<meta http-equiv=Content-Type content=text/html;charset=windows-1251>'],
    ['http-equiv in capitals', '<META HTTP-EQUIV="CONTENT-TYPE" CONTENT="TEXT/HTML; CHARSET=WINDOWS-1251">'],
    ['http-equiv with a closed tag', `<meta http-equiv="content-type" ${CONTENT} />`],
    ['http-equiv with a quoted charset', `<meta http-equiv=content-type content='text/html; charset="windows-1251"'>`],
    ['http-equiv with spaces', '<meta http-equiv=content-type content="text/html; charset = windows-1251 ; x">'],
    ['http-equiv without a type', '<meta http-equiv=content-type content="charset=windows-1251">'],
    ['http-equiv with two charsets', '<meta http-equiv=content-type content="charset charset=windows-1251">'],
    ['charset before content', `<meta http-equiv=content-type content="charset=utf-8" charset=windows-1251>`],
    ['a tag after a description', '<meta name="description" content="charset=utf-8"><meta charset=windows-1251>'],
    ['a tag after a title', '<!DOCTYPE html><html lang="ru"><head><title>a</title><meta charset=windows-1251>'],
    ['a tag after a comment', '<!-- <meta charset=utf-8> --><meta charset=windows-1251>'],
    ['a tag after an empty comment', '<!--><meta charset=windows-1251>'],
    ['a tag after a condition', '<!--[if IE]><meta charset=utf-8><![endif]--><meta charset=windows-1251>'],
    ['a tag after a quoted tag', '<div title="<meta charset=utf-8>"><meta charset=windows-1251>'],
    ['a tag after an end tag with attributes', '</p title="<meta charset=utf-8>"><meta charset=windows-1251>'],
    ['a tag after another name', '<metadata charset=utf-8><meta charset=windows-1251>'],
    ['a tag after a processing instruction', '<?php x ?><meta charset=windows-1251>'],
    ['a tag in a script', '<script>"</script><meta charset=windows-1251>'],
    ['a tag that is not in the head', '<body><p>a<meta charset=windows-1251>'],
    ['a sign that begins no tag', 'a < b <3 <<meta charset=windows-1251>'],
    ['a tag at the end of the bytes', `${spaces(1_024 - 27)}<meta charset=windows-1251>`],
    ['an XML declaration', '<?xml version="1.0" encoding="windows-1251"?><html>'],
    ['an XML declaration in single quotes', "<?xml version='1.0' encoding = 'windows-1251' standalone='yes'?><html>"],
    ['a tag before the XML declaration', '<?xml version="1.0" encoding="utf-8"?><meta charset=windows-1251>'],
    ['an XML declaration of a long page', `<?xml version="1.0" encoding="windows-1251"?>${spaces(2_000)}`],
    ['an XML declaration before an unknown tag', '<?xml encoding="windows-1251"?><meta charset=nonsense>'],
  ])('is found in %s', (_what, head) => {
    expect(decodeText(page(head), 'text/html')).toBe(`${head}Фонарь`);
  });

  it.each([
    ['no tag', '<p>charset=windows-1251'],
    ['a tag that is cut off', '<meta charset=windows-1251'],
    ['a tag that ends after 1,024 bytes', `${spaces(1_024 - 26)}<meta charset=windows-1251>`],
    ['a tag after 1,024 bytes', `${spaces(1_100)}<meta charset=windows-1251>`],
    ['a comment', '<!-- <meta charset=windows-1251> -->'],
    ['a comment without an end', '<!-- <meta charset=windows-1251>'],
    ['an attribute', '<div title="<meta charset=windows-1251>">'],
    ['a quote without an end', '<a title="<meta charset=windows-1251>'],
    ['an unknown charset', '<meta charset="windows-9999">'],
    ['an empty charset', '<meta charset=""><meta charset>'],
    ['an unknown charset beside content', `<meta charset=nonsense http-equiv=content-type ${CONTENT}>`],
    ['content without http-equiv', `<meta ${CONTENT}>`],
    ['content of another http-equiv', `<meta http-equiv="refresh" ${CONTENT}>`],
    ['content with an open quote', `<meta http-equiv=content-type content='charset="windows-1251'>`],
    ['content without a charset', '<meta http-equiv=content-type content="text/html">'],
    ['content that ends after the name', '<meta http-equiv=content-type content="charset">'],
    ['content that ends after the sign', '<meta http-equiv=content-type content="charset=">'],
    ['another name', '<metas charset=windows-1251>'],
    ['a declaration that does not begin the page', ' <?xml version="1.0" encoding="windows-1251"?>'],
    ['a declaration without an end', '<?xml version="1.0" encoding="windows-1251"'],
    ['a declaration without quotes', '<?xml encoding=windows-1251?>'],
    ['a declaration of a blank', '<?xml encoding=" windows-1251"?>'],
    ['an encoding after the declaration', '<?xml version="1.0"?><a encoding="windows-1251">'],
    ['a document type', '<!DOCTYPE html charset=windows-1251>'],
    ['nothing', ''],
  ])('is not found in %s', (_what, head) => {
    expect(statedCharset(page(head))).toBeNull();
  });

  it.each([
    ['UTF-16 in a tag', Buffer.from('<meta charset=utf-16>'), 'utf-8'],
    ['UTF-16BE in a tag', Buffer.from('<meta charset=utf-16be>'), 'utf-8'],
    ['UTF-16 in an XML declaration', Buffer.from('<?xml encoding="utf-16"?>'), 'utf-8'],
    ['an XML declaration in UTF-16LE', Buffer.from('<?xml version="1.0"?>', 'utf16le'), 'utf-16le'],
    ['an XML declaration in UTF-16BE', Buffer.from('<?xml version="1.0"?>', 'utf16le').swap16(), 'utf-16be'],
    ['x-user-defined in a tag', Buffer.from('<meta charset=x-user-defined>'), 'windows-1252'],
    ['Latin 1', Buffer.from('<meta charset=iso-8859-1>'), 'windows-1252'],
    ['ASCII', Buffer.from('<meta charset=us-ascii>'), 'windows-1252'],
    ['GB 2312', Buffer.from('<meta charset=gb2312>'), 'gbk'],
    ['KS C 5601', Buffer.from('<meta charset=ks_c_5601-1987>'), 'euc-kr'],
    ['Windows-31J', Buffer.from('<meta charset=windows-31j>'), 'shift_jis'],
    ['Latin 5', Buffer.from('<meta charset=iso-8859-9>'), 'windows-1254'],
    ['a charset that browsers refuse', Buffer.from('<meta charset=hz-gb-2312>'), 'replacement'],
  ])('of %s has the name of the standard', (_what, bytes, charset) => {
    expect(statedCharset(bytes)).toBe(charset);
  });

  it('reads any bytes, and no more than 1,024 of them', () => {
    const parts = fc.constantFrom(
      '<meta ',
      '<',
      '>',
      '"',
      "'",
      '=',
      '/',
      ' ',
      'charset',
      'content',
      'http-equiv',
      '<!--',
      '-->',
      '<?xml',
      'x',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 400 }), (written) => {
        const bytes = Buffer.from(written.join(''));
        expect(
          statedCharset(Buffer.concat([bytes, Buffer.alloc(3_000, '<meta charset=koi8-r>')]).subarray(0, 1_024)),
        ).toBe(statedCharset(Buffer.concat([bytes, Buffer.alloc(3_000, '<meta charset=koi8-r>')])));
      }),
    );
  });
});
