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

/** A request that an open page makes by itself, to its own host, with its own cookies. */
export interface PageFetch {
  /** To one of the source's hosts. */
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface PageAnswer {
  readonly status: number;
  /** `Retry-After`, as it came; absent where there is none. */
  readonly retryAfter: string | null;
  readonly body: string;
}

/**
 * A page that stays open: it goes on to other pages of the source and asks for more of what it shows, with the cookies that it
 * was given on the way. A bot check that it passed once is passed for the whole visit.
 */
export interface OpenPage {
  /** The page that it was opened with. */
  readonly page: RenderedPage;
  /** Goes to another page of one of the source's hosts. Waits for its turn like every request; throws as `render` does. */
  goTo(url: string, request?: BrowserRequest): Promise<RenderedPage>;
  /** Waits for its turn like every request. Status is the adapter's to judge; throws as `render` does. */
  fetch(request: PageFetch): Promise<PageAnswer>;
  /** Belongs into `finally`; never throws. */
  close(): Promise<void>;
}

/** Each call is a new visitor to the platform: a fresh context without cookies. A visit makes one call at most. */
export interface SourceBrowser {
  /**
   * Opens one page of one of the source's hosts, waits, and gives its document back. Status is the adapter's to judge. Throws
   * `Temporary` (network, time-out, crash), `Unavailable` (no browser on this machine), `Blocked` (a refused address).
   */
  render(url: string, request?: BrowserRequest): Promise<RenderedPage>;
  /** The same, and the page stays open until it is closed or the visit ends. */
  open(url: string, request?: BrowserRequest): Promise<OpenPage>;
}
