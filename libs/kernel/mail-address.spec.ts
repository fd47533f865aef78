// cspell:ignore afmkfd
import { isMailAddress } from './mail-address';

describe('isMailAddress (contract §4.12: contact is an e-mail)', () => {
  it.each([
    'owner@example.com',
    'a@b',
    'first.last+tag@mail.example.co.uk',
    "o'neil_{x}~!#$%&*/=?^`|@example.com",
    `${'x'.repeat(64)}@example.com`,
    'root@localhost',
    'x@xn--e1afmkfd.xn--p1ai',
  ])('accepts %s', (text) => expect(isMailAddress(text)).toBe(true));

  it.each([
    '',
    '@',
    'owner',
    'owner@',
    '@example.com',
    'owner@@example.com',
    'a b@example.com',
    ' owner@example.com',
    'owner@example.com ',
    'owner@example.com\n',
    'owner@example.com\r\nBcc: all@example.com',
    'one@example.com,two@example.com',
    'one@example.com;two@example.com',
    'Owner <owner@example.com>',
    '<owner@example.com>',
    '"owner"@example.com',
    'owner(comment)@example.com',
    '.owner@example.com',
    'owner.@example.com',
    'ow..ner@example.com',
    'owner@example..com',
    'owner@-example.com',
    'owner@example-.com',
    'owner@example.com.',
    'owner@exa_mple.com',
    'owner@[127.0.0.1]',
    'владелец@пример.рф',
    'owner@example.com\u0000',
    `${'x'.repeat(65)}@example.com`,
    `x@${'y'.repeat(64)}.com`,
    `x@${'abcdefgh.'.repeat(30)}com`,
  ])('refuses %j', (text) => expect(isMailAddress(text)).toBe(false));
});
