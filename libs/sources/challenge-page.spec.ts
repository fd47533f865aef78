// cspell:ignore captch
import { FAR_FROM_QUADRATIC, growth, NOT_GROWING } from '@test/support/growth';
import { challengeOn } from './challenge-page';

describe('challenge pages (contract §10)', () => {
  it.each([
    ['<title>Verifying Connection</title>', 'a bot check of AWS WAF'],
    ['<script src="https://0a.edge.sdk.awswaf.com/0a/challenge.js"></script>', 'a bot check of AWS WAF'],
    ['<title>Just a moment...</title>', 'a bot check of Cloudflare'],
    ['<script src="/cdn-cgi/challenge-platform/h/b/orchestrate"></script>', 'a bot check of Cloudflare'],
    ['<iframe src="https://geo.captcha-delivery.com/captcha/?x"></iframe>', 'a bot check of DataDome'],
    ['<div id="px-captcha"></div>', 'a bot check of HUMAN'],
    ['<form action="/showcaptcha"></form>', 'a captcha'],
    ['<div class="g-recaptcha"></div>', 'a captcha'],
    ['<p>Please confirm that you are not a robot.</p>', 'a bot check'],
    ['<h1>Verify you are human</h1>', 'a bot check'],
    ['<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD></HTML>', 'a refusal'],
  ])('recognizes %s as %s', (html, expected) => {
    expect(challengeOn(html)).toBe(expected);
  });

  it.each([
    ['an empty page', ''],
    ['an ordinary page', '<html><title>Tea</title><p>Robots make our tea</p></html>'],
    ['a long page with a marker after the searched part', `${'x'.repeat(100_000)}captcha`],
  ])('does not recognize a challenge in %s', (_what, html) => {
    expect(challengeOn(html)).toBeNull();
  });

  const titles = (size: number): string => '<title> '.repeat(size / 8);

  it('searches only the beginning of a page', () => {
    expect(growth(200_000, titles, challengeOn, NOT_GROWING)).toBeLessThan(NOT_GROWING);
  });

  it.each<[string, (size: number) => string]>([
    ['titles', titles],
    ['spaces after a title', (size) => `<title>${' '.repeat(size)}`],
    ['beginnings of markers', (size) => 'verify captch'.repeat(size / 13)],
  ])('searches a page of %s in linear time', (_, page) => {
    expect(growth(9_000, page, challengeOn)).toBeLessThan(FAR_FROM_QUADRATIC);
  });
});
