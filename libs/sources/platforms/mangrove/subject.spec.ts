import { isListed, subjectName } from './subject';

describe('subjects of Mangrove (contract §4.6)', () => {
  it.each([
    ['https://example.org', 'example.org'],
    ['https://example.org/Menu', 'example.org/Menu'],
    ['geo:1,2?q=Orchard%20%26%20Quill&u=30', 'Orchard & Quill'],
  ])('names %s %s', (subject, name) => {
    expect(subjectName(subject)).toBe(name);
  });

  it.each([
    ['https://example.org/', 'https://example.org', true],
    ['https://www.example.org', 'https://example.org', false],
    ['geo:1.0001,2?q=inn', 'geo:1,2?q=Inn&u=30', true],
    ['geo:1,2?q=Another%20Inn&u=30', 'geo:1,2?q=Inn&u=30', false],
    ['geo:1,2?q=example.org', 'https://example.org', false],
    ['urn:maresi:x', 'https://example.org', false],
    ['not a uri', 'geo:1,2?q=Inn', false],
  ])('decides whether %s belongs to the list of %s', (subject, listed, expected) => {
    expect(isListed(subject, listed)).toBe(expected);
  });
});
