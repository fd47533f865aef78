import { challengeOn } from './challenge-page';

describe('challenge pages (decisions §5)', () => {
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
  ])('%s', (html, expected) => {
    expect(challengeOn(html)).toBe(expected);
  });

  it.each([
    ['nothing', ''],
    ['an ordinary page', '<html><title>Tea</title><p>Robots make our tea</p></html>'],
    ['a sign far down in a long page', `${'x'.repeat(100_000)}captcha`],
  ])('%s is none', (_what, html) => {
    expect(challengeOn(html)).toBeNull();
  });

  it('looks at a large page in no time', () => {
    const started = Date.now();
    challengeOn('<title> '.repeat(2_500_000));
    expect(Date.now() - started).toBeLessThan(1_000);
  });
});
