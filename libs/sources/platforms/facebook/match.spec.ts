import { match } from './match';

const of = (address: string): unknown => match(new URL(address));
const page = (name: string): object => ({ kind: 'page', canonicalUrl: `https://www.facebook.com/${name}` });

describe('addresses of Facebook (contract §4.6)', () => {
  it.each(['', 'www.', 'm.', 'web.', 'mbasic.', 'touch.', 'pt-br.'])('accepts %sfacebook.com and fb.com', (prefix) => {
    expect(of(`https://${prefix}facebook.com/OldMill`)).toEqual(page('oldmill'));
    expect(of(`https://${prefix}fb.com/OldMill`)).toEqual(page('oldmill'));
  });

  it.each([
    ['/Old.Mill.Berlin/', 'oldmillberlin'],
    ['/oldmill/reviews', 'oldmill'],
    ['/oldmill/reviews/?ref=page_internal', 'oldmill'],
    ['/pg/oldmill/reviews/', 'oldmill'],
    ['/oldmill?sk=reviews', 'oldmill'],
    ['/kfc', 'kfc'],
    ['/Old-Mill-100064123456789', '100064123456789'],
    ['/Caf%C3%A9-M%C3%BChle-100064123456789/reviews', '100064123456789'],
    ['/pages/Caf%C3%A9/100064123456789', '100064123456789'],
    ['/pages/category/Coffee-Shop/Caf%C3%A9-100064123456789/', '100064123456789'],
    ['/p/Old-Mill-100064123456789/', '100064123456789'],
    ['/people/Old-Mill/100064123456789/', '100064123456789'],
    ['/profile.php?id=100064123456789&locale=de_DE', '100064123456789'],
    ['/100064123456789', '100064123456789'],
  ])('accepts %s', (path, name) => {
    expect(of(`https://www.facebook.com${path}`)).toEqual(page(name));
  });

  it.each([
    '/profile.php?id=../x',
    '/profile.php?id=0123456',
    '/photo.php?fbid=1',
    '/something.php',
    '/watch',
    '/Marketplace',
    '/log.in',
    '/Market.place/reviews',
    '/pages/Old-Mill',
    '/people/Old-Mill',
    '/hashtag/mill',
    '/...',
    '/old_mill',
    '/oldmill/reviews/extra',
  ])('refuses %s', (path) => {
    expect(of(`https://www.facebook.com${path}`)).toMatchObject({ kind: 'invalid' });
  });

  it.each(['business', 'l', 'graph', 'apps', 'developers'])('refuses the subdomain %s', (name) => {
    expect(of(`https://${name}.facebook.com/oldmill`)).toMatchObject({ kind: 'invalid' });
  });
});
