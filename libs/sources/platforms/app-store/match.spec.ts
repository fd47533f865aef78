import { match } from './match';

describe('addresses of the App Store (contract §4.6)', () => {
  it('have one canonical form for the codes of one storefront', () => {
    const page = { kind: 'page', canonicalUrl: 'https://apps.apple.com/gb/app/id324684580' };
    for (const country of ['gb', 'GB', 'uk', 'UK'])
      expect(match(new URL(`https://apps.apple.com/${country}/app/name/id324684580`))).toEqual(page);
  });
});
