/**
 * Recognizes pages that a protection service returns in place of the requested page: bot checks, captchas, refusals. Adapters
 * call this only if the page does not contain the platform's data, because normal pages also mention captchas and protection
 * scripts. A challenge is reported as `Blocked`; it is neither solved nor evaded (contract §10).
 */
const MARKERS: readonly { readonly pattern: RegExp; readonly name: string }[] = [
  { pattern: /awswaf\.com|<title>\s*Verifying Connection/i, name: 'a bot check of AWS WAF' },
  {
    pattern: /challenges\.cloudflare\.com|cdn-cgi\/challenge-platform|<title>\s*Just a moment/i,
    name: 'a bot check of Cloudflare',
  },
  { pattern: /captcha-delivery\.com|geo\.captcha|datadome/i, name: 'a bot check of DataDome' },
  { pattern: /px-captcha|_pxCaptcha|perimeterx/i, name: 'a bot check of HUMAN' },
  { pattern: /showcaptcha|smart-?captcha|g-recaptcha|h-captcha|captcha-form|captcha/i, name: 'a captcha' },
  {
    pattern: /are you a robot|not a robot|unusual traffic|verify(?:ing)? (?:that )?you are (?:a )?human/i,
    name: 'a bot check',
  },
  { pattern: /<title>\s*(?:403 Forbidden|Access Denied|Attention Required)/i, name: 'a refusal' },
];

/** Characters of a page that are searched: challenge pages are small, and each pattern searches them once. */
const SEARCHED_CHARS = 100_000;

/** Returns the kind of challenge for error messages; null if the page is not a challenge. */
export function challengeOn(html: string): string | null {
  const beginning = html.slice(0, SEARCHED_CHARS);
  return MARKERS.find(({ pattern }) => pattern.test(beginning))?.name ?? null;
}

/**
 * CSS selectors of pages that never become the requested page: captchas, which need a person, and plain text, which often reports
 * an error. Bot checks are not included, because a browser usually passes them.
 */
const DEAD_ENDS = '#captcha-form, .g-recaptcha, .h-captcha, .smart-captcha, #px-captcha, body > pre:only-child';

/** Returns the selector to wait for: `selector`, or an element of a page that never becomes the requested page. */
export function orDeadEnd(selector: string): string {
  return `${selector}, ${DEAD_ENDS}`;
}
