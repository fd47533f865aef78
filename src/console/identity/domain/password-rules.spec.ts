import { passwordProblem } from './password-rules';

const PERSON = { name: 'Ana Peralta', email: 'ana.p@harbour.example' };

describe('the rules of passwords', () => {
  it.each([
    'correct horse battery staple',
    'trailing space kept ',
    '   leading and trailing   ',
    'Vier Pinguine tanzen leise',
    'zwölf Boxkämpfer jagen',
    'пароль из пяти слов',
    '一二三四五六七八九十甲乙丙丁戊',
    '🦊🐢🦉🐝🦋🐙🦀🐬🦜🐧🐨🦁🐯🐸🐵',
    'x9#Kq2!vLm7$Rt5',
    'aB3'.concat('d'.repeat(3), 'efGh!zQw)k'),
    `${'long passphrases are allowed, '.repeat(8)}to 256`.slice(0, 256),
    'this one begins with password and goes elsewhere',
    'my dog eats 14 apples',
    'four common words: love sun star moon',
    'analysis paralysis now',
  ])('accepts %j', (password) => expect(passwordProblem(password, PERSON)).toBeNull());

  it.each(['', 'short', 'fourteen chars', '🦊🐢🦉🐝🦋🐙🦀🐬🦜🐧🐨🦁🐯🐸'])('refuses %j as too short', (password) =>
    expect(passwordProblem(password, PERSON)).toBe('too_short'),
  );

  it('counts characters, not UTF-16 units, up to 256', () => {
    const foxes = [...Array(256).keys()].map((index) => String.fromCodePoint(0x1f400 + ((index * 7) % 60))).join('');
    expect(passwordProblem(foxes, PERSON)).toBeNull();
    expect(passwordProblem(`${foxes}x`, PERSON)).toBe('too_long');
  });

  it.each([
    'aaaaaaaaaaaaaaaa',
    '121212121212121212',
    '123456789012345',
    '9876543210987654321',
    'abcdefghijklmnopqrstuvwxyz',
    'passwordpassword',
    'passwordpasswordpassw',
    'PasswordPassword',
    'password12345678',
    'Password!!!!!!!!!!',
    '2026-11-24-dragon!',
    '1qaz2wsx3edc4rfv',
    'letmeinletmeinletmein',
    '!!!football123456',
    'qwertyuiop1234567890',
  ])('refuses %j as too common', (password) => expect(passwordProblem(password, PERSON)).toBe('too_common'));

  it.each([
    'the harbour of peralta family',
    'ANA PERALTA is my name',
    'mail ana.p@harbour.example',
    'I write as ana.p today',
    'reviews live in HREV now',
  ])('refuses %j: it contains own words', (password) =>
    expect(passwordProblem(password, PERSON)).toBe('contains_own_words'),
  );
});
