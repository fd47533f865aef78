/** A rendered page for adapters that need a real browser. */
export interface BrowserRequest {
  /** CSS selector of what must be there before the page counts as rendered (attached, not necessarily visible). */
  readonly waitFor?: string;
  /** How long to wait for it; bounded by the page limit. */
  readonly waitForMs?: number;
}

export interface RenderedPage {
  /** Status of the document's answer. */
  readonly status: number;
  /** `Retry-After` of that answer, as it came; absent where there is none. */
  readonly retryAfter?: string | null;
  /** The address at the end, after redirects, as the platform's own address. */
  readonly url: string;
  /** The document as it stands when rendered. */
  readonly html: string;
  /** False where `waitFor` did not appear in time; the adapter decides what that means. */
  readonly ready: boolean;
}

export interface SourceBrowser {
  /**
   * Opens one page of one of the source's hosts in a fresh context, waits, and gives its document back. Status is the
   * adapter's to judge. Throws `Temporary` (network, time-out, crash), `Unavailable` (no browser on this machine),
   * `Blocked` (a refused address).
   */
  render(url: string, request?: BrowserRequest): Promise<RenderedPage>;
}
