import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright';
import { contextOf, hasBrowser, type Look } from './browser';
import type { Cookie } from './console-app';

export { startBrowser, type Look } from './browser';

/** `describe`, skipped where the machine has no browser. */
export const describeInBrowser = hasBrowser ? describe : describe.skip;

export const THEMES = ['light', 'dark'] as const;
export const WIDTHS = [360, 1280] as const;
/** Every theme at every width. */
export const LOOKS: readonly Look[] = THEMES.flatMap((theme) => WIDTHS.map((width) => ({ theme, width })));

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.2 AA, and the practices beside it: landmarks, headings, and no content outside of them. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const NOTE_REPORTS = `addEventListener('securitypolicyviolation', (event) => {
  (window.policyReports ??= []).push(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample);
});`;
/** Chromium prints every response that is not a success. A refusal of the API is no error of the page. */
const REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** The heading of a screen. That of the page that loads the console is there before any key has an action. */
export const screenHeading = (page: Page): Locator =>
  page.getByRole('heading', { level: 1 }).filter({ hasNotText: /^hrev$/ });

/** A page that notes its errors, the reports of its policy, and its requests to other hosts. */
export class WatchedPage {
  private readonly errors: string[] = [];
  private readonly foreign: string[] = [];

  private constructor(
    readonly page: Page,
    origin: string,
  ) {
    page.on('console', (message) => {
      const isRefusal = REFUSAL.test(message.text()) && /\/(v3|console\/api)\//.test(message.location().url);
      if (['error', 'warning'].includes(message.type()) && !isRefusal)
        this.errors.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:'))
        this.foreign.push(request.url());
    });
  }

  /** Opens a page with a session, or without one. */
  static async open(
    browser: Browser,
    server: { readonly origin: string; readonly cookie: Cookie },
    look: Look,
    withSession = true,
  ): Promise<WatchedPage> {
    const context = await browser.newContext(contextOf(look));
    await context.addInitScript(NOTE_REPORTS);
    if (withSession) await context.addCookies([server.cookie]);
    return new WatchedPage(await context.newPage(), server.origin);
  }

  /** Expects no violation of WCAG 2.2 AA or of the practices for landmarks and headings, no sideways scrolling, no report of the policy, no error and no foreign request. */
  async expectNoFaults(): Promise<void> {
    expect({
      violations: await this.violations(),
      overflow: await this.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'),
      reports: await this.page.evaluate<readonly string[]>('window.policyReports ?? []'),
      errors: this.errors,
      foreign: this.foreign,
    }).toEqual({ violations: [], overflow: 0, reports: [], errors: [], foreign: [] });
  }

  /** The violations of WCAG 2.2 AA and of the practices for landmarks and headings, one line each. */
  async violations(): Promise<readonly string[]> {
    await this.page.evaluate(AXE);
    // A tooltip and the popover of a control are drawn outside of the landmarks, and belong to the element that they name or open.
    // A dialog covers parts of what cannot be used until it is closed.
    return this.page.evaluate<readonly string[]>(
      `const isBehindDialog = ([selector]) => document.querySelector('[aria-modal="true"]') !== null && !document.querySelector(selector)?.closest('[aria-modal="true"]');
      axe.run(document, { runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
        nodes.filter(({ html, target }) => id === 'region' ? !/role="(?:tooltip|presentation)"/.test(html) : id !== 'target-size' || !isBehindDialog(target)).map((node) => id + ': ' + node.html.slice(0, 200) + ' ' + (node.any[0]?.message ?? ''))))`,
    );
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
