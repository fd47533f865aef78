import type { Browser } from './console-person';

/** What a person does on the platform's page, and how the return reaches the service. */
export interface Visit {
  readonly decision?: 'allow' | 'refuse';
  /** The scopes that the person leaves ticked; default: all. */
  readonly granted?: string;
}

/** Opens the platform's page of a flow and decides; returns the path and query of the return to the console. */
export async function decideAtPlatform(
  authorizeUrl: string,
  { decision = 'allow', granted }: Visit = {},
): Promise<string> {
  const page = await fetch(authorizeUrl, { redirect: 'manual' });
  if (page.status !== 200) throw new Error(`the page answered ${page.status}: ${await page.text()}`);
  const asked = new URL(authorizeUrl);
  const decided = new URL('/o/oauth2/v2/decision', asked);
  for (const [name, value] of asked.searchParams) decided.searchParams.append(name, value);
  decided.searchParams.set('granted', granted ?? asked.searchParams.get('scope') ?? '');
  decided.searchParams.set('decision', decision);
  const answer = await fetch(decided, { redirect: 'manual' });
  const location = new URL(answer.headers.get('location') ?? '');
  return `${location.pathname}${location.search}`;
}

/** Returns to the console as a browser that follows a link of the platform: without the headers of a page of the console. */
export async function returnTo(browser: Browser, path: string): Promise<string> {
  const headers = { 'x-hrev-console': null, 'sec-fetch-site': 'cross-site' };
  const response = await browser.send('GET', path, null, headers);
  if (response.status !== 303) throw new Error(`the return answered ${response.status}: ${response.text}`);
  return String(response.headers['location']);
}
