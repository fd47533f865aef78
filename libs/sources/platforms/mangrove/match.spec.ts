import { match } from './match';

const LIST = 'https://mangrove.reviews/list';
const matchSubject = (subject: string): unknown => match(new URL(`${LIST}?sub=${encodeURIComponent(subject)}`));
const pageOf = (subject: string): object => ({
  kind: 'page',
  canonicalUrl: `${LIST}?sub=${encodeURIComponent(subject)}`,
});

describe('addresses of Mangrove (contract §4.5, §4.6)', () => {
  it.each([
    ['https://example.org', 'https://example.org'],
    ['https://example.org/', 'https://example.org'],
    ['https://EXAMPLE.org:443/#top', 'https://example.org'],
    ['http://example.org', 'https://example.org'],
    [' https://example.org ', 'https://example.org'],
    ['https://www.example.org', 'https://www.example.org'],
    ['https://example.org/Menu/?day=1', 'https://example.org/Menu/?day=1'],
    ['https://example.org:8443', 'https://example.org:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['geo:47.1691576,8.514572?q=Juanitos&u=30', 'geo:47.1691576,8.514572?q=Juanitos&u=30'],
    ['geo:47.1691576,8.514572?u=30&q=Juanitos', 'geo:47.1691576,8.514572?q=Juanitos&u=30'],
    ['geo:0,0?q=47.1691576,8.514572(Juanitos)&u=30', 'geo:47.1691576,8.514572?q=Juanitos&u=30'],
    ['geo:?u=30&q=47.1691576,8.514572(Juanitos)', 'geo:47.1691576,8.514572?q=Juanitos&u=30'],
    ['GEO:47.10,-8.0?q=Caf%C3%A9+Bar', 'geo:47.1,-8?q=Caf%C3%A9%20Bar'],
    ['geo:47.1,-8?q=Cafe%CC%81%20Bar', 'geo:47.1,-8?q=Caf%C3%A9%20Bar'],
    ['geo:-0.00,0.0000001?q=Null', 'geo:0,0.0000001?q=Null'],
    ['geo:1,2?q=A (B)&u=abc', 'geo:1,2?q=A%20(B)'],
    ['geo:1,2?q=x&u=-5', 'geo:1,2?q=x'],
  ])('reads the subject %s as %s', (subject, canonical) => {
    expect(matchSubject(subject)).toEqual(pageOf(canonical));
    expect(matchSubject(canonical)).toEqual(pageOf(canonical));
  });

  it.each([
    [`${LIST}?sub=https://example.org`, 'https://example.org'],
    [`${LIST}/?sub=https://example.org/&maresi_subjects=true#r`, 'https://example.org'],
    [`http://www.mangrove.reviews/list?x=1&sub=https%3A%2F%2Fexample.org`, 'https://example.org'],
    [`${LIST}?sub=geo:1.5,2?q=Inn&u=30`, 'geo:1.5,2?q=Inn&u=30'],
    [`${LIST}?sub=${encodeURIComponent('geo:1.5,2?q=Inn&u=30')}&u=99`, 'geo:1.5,2?q=Inn&u=30'],
  ])('recognizes %s', (address, canonical) => {
    expect(match(new URL(address))).toEqual(pageOf(canonical));
  });

  it.each([
    'example.org',
    'https://localhost',
    'https://user@example.org',
    'ftp://example.org',
    'javascript:alert(1)',
    'urn:lei:529900T8BM49AURSDO55',
    'urn:maresi:abc',
    'geo:1,2',
    'geo:1,2?q=',
    'geo:1?q=x',
    'geo:91,2?q=x',
    'geo:1,181?q=x',
    'geo:1e1,2?q=x',
    'geo:,?q=95,2(x)',
    `https://example.org/${'x'.repeat(500)}`,
  ])('refuses the subject %.60s', (subject) => {
    expect(matchSubject(subject)).toMatchObject({ kind: 'invalid' });
  });
});
