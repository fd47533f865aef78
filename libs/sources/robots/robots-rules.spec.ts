// cspell:disable
import fc from 'fast-check';
import { allows, robotsRules } from './robots-rules';

const isAllowed = (file: string, path: string): boolean =>
  allows(robotsRules(file, 'hrev'), new URL(path, 'https://a.example'));
const disallow = (...patterns: readonly string[]): string =>
  ['User-agent: *', ...patterns.map((pattern) => `Disallow: ${pattern}`)].join('\n');

describe('the rules of robots.txt (RFC 9309 §2.2)', () => {
  it.each<[what: string, file: string, path: string, allowed: boolean]>([
    ['an empty file', '', '/a', true],
    ['a page of HTML', '<!DOCTYPE html><p>Disallow: /', '/a', true],
    ['everything disallowed', disallow('/'), '/a', false],
    ['nothing disallowed', disallow(''), '/a', true],
    ['robots.txt itself', disallow('/'), '/robots.txt', true],
    ['the beginning of a path', disallow('/reviews'), '/reviews/1', false],
    ['the beginning of a word', disallow('/rev'), '/reviews', false],
    ['another path', disallow('/reviews/'), '/reviews', true],
    ['a path in other letters', disallow('/Reviews'), '/reviews', true],
    ['a query', disallow('/a?sort='), '/a?sort=new', false],
    ['a query of another page', disallow('/a?sort='), '/a?page=2', true],
    ['the end of a path', disallow('/a$'), '/a', false],
    ['more than the end of a path', disallow('/a$'), '/a/b', true],
    ['a sign that is not at the end', disallow('/a$b'), '/a$b', false],
    ['any characters', disallow('/*/reviews'), '/hotel/reviews', false],
    ['no characters', disallow('/a*b'), '/ab', false],
    ['any characters in the query', disallow('/*?page='), '/a/b?page=2', false],
    ['any characters and the end', disallow('/*.php$'), '/a/b.php', false],
    ['any characters and more than the end', disallow('/*.php$'), '/a.php?x', true],
    ['several times any characters', disallow('/a*b*c'), '/a1b2c3', false],
    ['several in another order', disallow('/a*b*c'), '/a1c2b3', true],
    ['the same part twice', disallow('/a*b*b$'), '/ab', true],
    ['an overlap at the end', disallow('/ab*ba$'), '/aba', true],
    ['the longest rule', 'User-agent: *\nDisallow: /\nAllow: /reviews', '/reviews/1', true],
    [
      'the longest rule in another order',
      'User-agent: *\nAllow: /reviews\nDisallow: /reviews/private',
      '/reviews/private',
      false,
    ],
    ['two equal rules', 'User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
    ['the length with any characters', 'User-agent: *\nAllow: /page\nDisallow: /*.htm', '/page.htm', false],
    ['the own group', 'User-agent: *\nDisallow: /\n\nUser-agent: hrev\nDisallow: /b', '/a', true],
    ['the own group before', 'User-agent: hrev\nDisallow: /a\n\nUser-agent: *\nDisallow:', '/a', false],
    ['the own group in other letters', 'USER-AGENT: HRev\nDISALLOW: /a', '/a', false],
    ['the own group with a version', 'User-agent: hrev/1.0 (+https://a.example)\nDisallow: /a', '/a', false],
    ['an own group without rules', 'User-agent: hrev\n\nUser-agent: *\nDisallow: /', '/a', false],
    ['an own group with an empty rule', 'User-agent: hrev\nDisallow:\n\nUser-agent: *\nDisallow: /', '/a', true],
    ['a group of another crawler', 'User-agent: hrevbot\nDisallow: /\nUser-agent: other\nDisallow: /', '/a', true],
    ['a group of several crawlers', 'User-agent: other\nUser-agent: hrev\nDisallow: /a', '/a', false],
    [
      'two own groups',
      'User-agent: hrev\nDisallow: /a\n\nUser-agent: x\nDisallow: /\n\nUser-agent: hrev\nDisallow: /b',
      '/b',
      false,
    ],
    ['rules before a group', 'Disallow: /\nUser-agent: *\nDisallow: /b', '/a', true],
    [
      'other lines within a group',
      'User-agent: *\nSitemap: https://a.example/s.xml\nCrawl-delay: 10\nDisallow: /a',
      '/a',
      false,
    ],
    ['comments', '# all\nUser-agent: * # every\nDisallow: /a # this\n', '/a', false],
    ['a rule in a comment', 'User-agent: *\n#Disallow: /a', '/a', true],
    ['spaces around', '  User-agent :  *  \n\tDisallow\t: /a  ', '/a', false],
    ['a byte order mark', '\ufeffUser-agent: *\nDisallow: /a', '/a', false],
    ['other line ends', 'User-agent: *\rDisallow: /a\r\nDisallow: /b', '/b', false],
    ['letters beyond ASCII', disallow('/bücher'), '/b%C3%BCcher', false],
    ['letters that are encoded', disallow('/b%c3%bccher'), '/bücher', false],
    ['an encoded letter', disallow('/foo/bar/%62%61%7A'), '/foo/bar/baz', false],
    ['a letter of another script', disallow('/foo/bar/ツ'), '/foo/bar/%E3%83%84', false],
    ['an encoded slash', disallow('/a%2Fb'), '/a/b', true],
    ['an encoded sign', disallow('/file-with-a-%2A.html'), '/file-with-a-*.html', false],
    ['an encoded end', disallow('/a-%24'), '/a-$', false],
  ])('%s', (_what, file, path, allowed) => {
    expect(isAllowed(file, path)).toBe(allowed);
  });

  it('a pattern matches as its parts stand in the path, for every pattern and path', () => {
    const text = fc.stringMatching(/^[ab/]{0,8}$/);
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), fc.boolean(), text, (parts, isWhole, path) => {
        const pattern = `/${parts.join('*')}${isWhole ? '$' : ''}`;
        const expected = new RegExp(`^/${parts.join('.*')}${isWhole ? '$' : ''}`).test(`/${path}`);
        expect(isAllowed(disallow(pattern), `https://a.example/${path}`.replace('//', '//'))).toBe(!expected);
      }),
      { numRuns: 1_000 },
    );
  });

  it('reads any file', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true }), (file, url) => {
        expect(typeof isAllowed(file, url)).toBe('boolean');
      }),
    );
  });

  it.each([
    ['any characters', `/${'*'.repeat(500_000)}b`],
    ['parts', `/${'*a'.repeat(250_000)}b`],
    ['one part', `/${'a'.repeat(500_000)}`],
  ])('decides by a rule of 500 KB of %s in linear time', (_what, pattern) => {
    expect(isAllowed(disallow(pattern), `/${'a'.repeat(2_000)}`)).toBe(true);
  });
});
