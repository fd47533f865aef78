// cspell:ignore mred
import { MAIL_ATTEMPTS, mailBody, mailError, mailSubject, mailWaitMs } from './mail';

describe('outgoing mail (contract §6.5: plain text, no line end in a header)', () => {
  it.each([
    ['Webhook 7 fails', 'Webhook 7 fails'],
    ['a\r\nBcc: all@example.com', 'a Bcc: all@example.com'],
    ['a\nb\rc\u0085d\u2028e\u2029f', 'a b c d e f'],
    ['\u0000\u0001\u001b[31mred\u007f', '[31mred'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['  many   spaces\t\there ', 'many spaces here'],
    ['Отзыв 😀', 'Отзыв 😀'],
    ['\ud800x', '\ufffdx'],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['x'.repeat(201), `${'x'.repeat(199)}…`],
    ['😀'.repeat(201), `${'😀'.repeat(199)}…`],
  ])('maps the subject %j to the header %j', (subject, header) => expect(mailSubject(subject)).toBe(header));

  it.each([
    ['one\r\ntwo\rthree\nfour\u2028five', 'one\ntwo\nthree\nfour\nfive'],
    ['tab\tstays, bell\u0007 and NUL\u0000 go\u001b[0m', 'tab\tstays, bell and NUL go[0m'],
    ['.\r\n.\r\nQUIT', '.\n.\nQUIT'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ])('maps the body %j to the content %j', (body, content) => expect(mailBody(body)).toBe(content));

  it.each([
    ['535 wrong password hunter2 for joe\r\nat x', ['joe', 'hunter2'], '535 wrong password *** for *** at x'],
    ['x'.repeat(500), [''], `${'x'.repeat(299)}…`],
  ])('stores the error %j, without the secrets %j, as %j', (message, secrets, stored) =>
    expect(mailError(message, secrets)).toBe(stored),
  );

  it('is retried after one minute, then after doubled waits of at most six hours, for less than a day', () => {
    const waits = Array.from({ length: MAIL_ATTEMPTS - 1 }, (_, index) => mailWaitMs(index + 1) / 60_000);
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]);
    expect(waits.reduce((sum, wait) => sum + wait)).toBe(20.5 * 60 + 1);
  });
});
