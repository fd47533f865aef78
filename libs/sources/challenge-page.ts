/**
 * Pages that stand in front of the page that was asked for: bot checks, captchas, refusals of a protection service. An
 * adapter asks here only after it failed to find its platform's own state, because healthy pages name captchas and
 * protection scripts too. What is found is reported as `Blocked`; nothing is solved and nothing is evaded (contract §10).
 */
const SIGNS: readonly { readonly sign: RegExp; readonly name: string }[] = [
  { sign: /awswaf\.com|<title>\s*Verifying Connection/i, name: 'a bot check of AWS WAF' },
  {
    sign: /challenges\.cloudflare\.com|cdn-cgi\/challenge-platform|<title>\s*Just a moment/i,
    name: 'a bot check of Cloudflare',
  },
  { sign: /captcha-delivery\.com|geo\.captcha|datadome/i, name: 'a bot check of DataDome' },
  { sign: /px-captcha|_pxCaptcha|perimeterx/i, name: 'a bot check of HUMAN' },
  { sign: /showcaptcha|smart-?captcha|g-recaptcha|h-captcha|captcha-form|captcha/i, name: 'a captcha' },
  {
    sign: /are you a robot|not a robot|unusual traffic|verify(?:ing)? (?:that )?you are (?:a )?human/i,
    name: 'a bot check',
  },
  { sign: /<title>\s*(?:403 Forbidden|Access Denied|Attention Required)/i, name: 'a refusal' },
];

/** How much of a page is looked at: challenge pages are small, and a whole page must not be searched seven times. */
const LOOKED_AT = 100_000;

/** What kind of challenge a page is, for people; null where it shows no sign of one. */
export function challengeOn(html: string): string | null {
  const looked = html.slice(0, LOOKED_AT);
  return SIGNS.find(({ sign }) => sign.test(looked))?.name ?? null;
}

/**
 * CSS of pages that will not become the page asked for, however long a browser waits: captchas, which only a person can
 * pass, and plain text, which is how faults are often told. Bot checks are not among them, as they let browsers pass.
 */
const DEAD_ENDS = '#captcha-form, .g-recaptcha, .h-captcha, .smart-captcha, #px-captcha, body > pre:only-child';

/** What to wait for when a page is rendered: `selector`, or the sign that waiting is in vain. */
export function orDeadEnd(selector: string): string {
  return `${selector}, ${DEAD_ENDS}`;
}
