// cspell:ignore longword eacute
import fc from 'fast-check';
import { plainText } from './plain-text';

describe('texts that may contain HTML (contract §10.4)', () => {
  it.each([
    ['a line break', 'One<br>two', 'One\ntwo'],
    ['its other forms', 'a<br/>b<br />c<BR>d</br>e<br clear="all">f', 'a\nb\nc\nd\ne\nf'],
    ['a line break before the end of a line', 'a<br />\nb<br />\r\nc', 'a\nb\nc'],
    ['a line break after the end of a line', 'a\n<br>b', 'a\nb'],
    ['two line breaks', 'a<br><br>b', 'a\n\nb'],
    ['two line breaks on lines of their own', 'a<br />\n<br />\nb', 'a\n\nb'],
    ['a line break and an empty line', 'a<br>\n\nb', 'a\n\nb'],
    ['spaces around a line break', 'a <br> b', 'a\nb'],
    ['paragraphs', '<p>One</p><p>Two</p>', 'One\n\nTwo'],
    ['paragraphs on lines of their own', '<p>One</p>\n\n  <p>Two</p>\n', 'One\n\nTwo'],
    ['paragraphs without an end', '<p>One<p>Two', 'One\n\nTwo'],
    ['text around a paragraph', 'One<p>two</p>three', 'One\n\ntwo\n\nthree'],
    ['a paragraph with attributes', '<p class="a" style=\'b\'>One</p>', 'One'],
    ['an empty paragraph', '<p>One</p><p>&nbsp;</p><p></p><p>Two</p>', 'One\n\nTwo'],
    ['a line break at the end of a paragraph', '<p>One<br></p><p>Two</p>', 'One\n\nTwo'],
    ['blocks', '<div>One</div><div>Two</div>', 'One\nTwo'],
    ['blocks in blocks', '<div><div>One</div></div>\n<div>Two</div>', 'One\nTwo'],
    ['a list', 'Pros:<ul><li>calm</li><li>cheap</li></ul>Go!', 'Pros:\n\ncalm\ncheap\n\nGo!'],
    ['a list on lines', '<ol>\n  <li>calm</li>\n  <li>cheap</li>\n</ol>', 'calm\ncheap'],
    ['a table', '<table><tr><td>Bed</td><td>5</td></tr><tr><td>Tea</td><td>4</td></tr></table>', 'Bed 5\nTea 4'],
    ['headings', '<h2>Good</h2>Calm rooms.', 'Good\n\nCalm rooms.'],
    ['a quotation', '<blockquote>One</blockquote>Two', 'One\n\nTwo'],
    ['a rule', 'One<hr>Two', 'One\n\nTwo'],
    ['bold and italic', 'A <b>very</b> <strong>calm</strong> <i>room</i> <em>indeed</em>', 'A very calm room indeed'],
    ['a span', '<span data-x="1" lang=en>Calm</span>', 'Calm'],
    ['a link', 'See <a href="https://a.example/?a=1&amp;b=2" rel="nofollow" title="a > b">this</a>.', 'See this.'],
    ['an image', 'Calm<img class="emoji" src="/1.png" alt="x"/>!', 'Calm!'],
    ['a break in a word', 'long<wbr>word', 'longword'],
    ['the mark of a word processor', 'Calm.<o:p></o:p>', 'Calm.'],
    ['tags in capitals', '<P>One</P><DIV>Two</DIV>', 'One\n\nTwo'],
    ['tags over several lines', 'a <b\n class="x"\n>b</b>', 'a b'],
    ['tags with references', '<p>caf&eacute;</p><p>R&amp;D</p>', 'café\n\nR&D'],
    ['only tags', '<p><br></p>', ''],
    ['line ends of other systems', 'a\r\nb\rc&#13;&#10;d', 'a\nb\nc\nd'],
    ['empty lines of its author', 'a\n\n\n\nb <b>c</b>', 'a\n\n\n\nb c'],
  ])('%s', (_what, html, text) => {
    expect(plainText(html)).toBe(text);
  });

  it.each([
    ['a heart', 'I <3 this'],
    ['comparisons', '1 < 2 > 0, a<b, b>c, <5 min'],
    ['comparisons of names', 'a<b and b>c, i<i && p>q'],
    ['arrows and smileys', '<- -> <-- <> >:( <:) =>'],
    ['names that are no tags', '<script>alert(1)</script> <style> <blink> <brand> <user@mail.example>'],
    ['a placeholder', '<insert name here> <b name here>'],
    ['a tag without an end', 'a <b class="x" and more'],
    ['a tag with a space before its name', '< br> <\nb>'],
  ])('leaves what is text: %s', (_what, text) => {
    expect(plainText(text)).toBe(text);
  });

  it.each([
    ['an escaped tag', '&lt;br&gt; is a tag', '<br> is a tag'],
    ['a tag that is escaped twice', '&amp;lt;br&amp;gt;', '&lt;br&gt;'],
    ['an escaped paragraph', 'a &lt;p&gt;b&lt;/p&gt;', 'a <p>b</p>'],
    ['an end that is escaped', '<b&gt;x', '<b>x'],
  ])('does not read twice: %s', (_what, html, text) => {
    expect(plainText(html)).toBe(text);
  });

  const words = fc.stringMatching(/^[a-z]{1,8}$/);
  const tags = fc.constantFrom(
    '<b>',
    '</b>',
    '<br>',
    '<p>',
    '</p>',
    '<div>',
    '<li>',
    '<td>',
    '<i class="x">',
    '<a href=y>',
    ' ',
    '\n',
  );

  it('keeps every word in its place, whatever tags are between them', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(words, fc.array(tags))), (parts) => {
        const html = parts.map(([word, between]) => `${word}|${between.join('')}`).join('');
        const kept = plainText(html).replace(/\s/g, '');
        expect(kept).toBe(parts.map(([word]) => `${word}|`).join(''));
      }),
    );
  });

  it('does not change a text without tags and references', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!/[<&\r]/.test(text));
        expect(plainText(text)).toBe(text.trim());
      }),
    );
  });

  it('returns the text of what is escaped', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(tags, fc.constantFrom('&amp;', '&lt;', '<', '&'), words)), (parts) => {
        const text = parts.join('').trim();
        expect(plainText(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))).toBe(text);
      }),
    );
  });
});
