/** Options of a navigation in a real browser. */
export interface BrowserRequest {
  /** CSS selector of an element that must be attached (not necessarily visible) before the page counts as rendered. */
  readonly waitFor?: string;
  /** Maximum time to wait for the element; the time limit of the page also applies. */
  readonly waitForMs?: number;
}

export interface RenderedPage {
  /** Status of the document's response. */
  readonly status: number;
  /** The response's `Retry-After` header, unparsed; absent if there is none. */
  readonly retryAfter?: string | null;
  /** The platform's address after redirects. */
  readonly url: string;
  /** The document after rendering. */
  readonly html: string;
  /** False if `waitFor` did not appear in time; the adapter decides what that means. */
  readonly ready: boolean;
}

/** A request that an open page sends with its cookies. */
export interface PageFetch {
  /** On one of the source's hosts. */
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface PageResponse {
  readonly status: number;
  /** The `Retry-After` header, unparsed; null if there is none. */
  readonly retryAfter: string | null;
  readonly body: string;
}

/**
 * A page that is kept open. It navigates to other pages of the source and requests data with the cookies that it has received, so
 * one bot check per visit is sufficient.
 */
export interface OpenPage {
  /** The first page. */
  readonly page: RenderedPage;
  /** Navigates to another page of one of the source's hosts. Waits for a permit; throws as `render` does. */
  goTo(url: string, request?: BrowserRequest): Promise<RenderedPage>;
  /** Sends a request from the page. Waits for a permit, returns every status, and throws as `render` does. */
  fetch(request: PageFetch): Promise<PageResponse>;
  /** Closes the page. Call it in `finally`; it never throws. */
  close(): Promise<void>;
}

/** Each call uses a new browser context without cookies. A visit makes at most one call. */
export interface SourceBrowser {
  /**
   * Opens a page of one of the source's hosts, waits, and returns its document with any status. Throws `Temporary` (network,
   * timeout, crash), `Unavailable` (no browser on this machine), `Blocked` (a refused address).
   */
  render(url: string, request?: BrowserRequest): Promise<RenderedPage>;
  /** Like `render`, but keeps the page open until it is closed or the visit ends. */
  open(url: string, request?: BrowserRequest): Promise<OpenPage>;
}
