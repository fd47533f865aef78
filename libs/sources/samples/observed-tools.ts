/** Observes the responses that a visit receives, and what its parsers make of them. */
import type { CollectedReview } from '../collected-review';
import type { ForeignDocument, ParsedData, Parser } from '../parsing/parser';
import { statusError } from '../response-status';
import type { VisitTools } from '../source';
import type { OpenPage, RenderedPage, SourceBrowser } from '../source-browser';
import type { SourceHttp } from '../source-http';

/** A response of the platform. */
export interface ObservedResponse {
  /** The tool that received it: plain HTTP, a navigation of the browser, or a request of its page. */
  readonly by: 'http' | 'browser' | 'page';
  readonly method: 'GET' | 'POST';
  /** After redirects. */
  readonly url: string;
  readonly status: number;
  readonly document: ForeignDocument;
}

/** One call of a parser, with facts of the right type. */
export interface ParserCall {
  readonly parser: Parser<never, ParsedData>;
  readonly facts: unknown;
}

export interface ToolsObserver {
  /** A request is sent. */
  readonly onRequest?: () => void;
  /** A response has arrived. Its bytes are transferred to a thread when they are parsed, so an observer copies what it keeps. */
  readonly onResponse: (response: ObservedResponse) => void;
  readonly onParse: (document: ForeignDocument, call: ParserCall) => ParseObserver;
}

export interface ParseObserver {
  /** `reviews` is null if the parser returns none. */
  readonly onResult?: (reviews: Iterable<CollectedReview> | null) => void;
  /** A part of the document was not read; `fault` says why the first one was not. */
  readonly onFault?: (fault: string) => void;
  readonly onError: (error: unknown) => void;
}

/** The same tools, observed. With `refusals`, a response whose status is an error of the visit is observed before it is thrown. */
export function observedTools<Tools extends VisitTools>(
  tools: Tools,
  observer: ToolsObserver,
  refusals: { readonly slug: string } | null = null,
): Tools {
  return {
    ...tools,
    http: observedHttp(tools.http, observer, refusals),
    browser: observedBrowser(tools.browser, observer),
    parse: async (parser, document, facts) => {
      const observed = observer.onParse(document, { parser, facts });
      try {
        const result = await tools.parse(parser, document, facts);
        observed.onResult?.('reviews' in result ? (result.reviews as Iterable<CollectedReview>) : null);
        const { fault } = result as ParsedData;
        if (fault) observed.onFault?.(fault);
        return result;
      } catch (error) {
        observed.onError(error);
        throw error;
      }
    },
  };
}

/** Statuses of refusals, whose documents the tools otherwise discard. */
const REFUSALS = Array.from({ length: 200 }, (_, index) => 400 + index);

function observedHttp(
  http: SourceHttp,
  observer: ToolsObserver,
  refusals: { readonly slug: string } | null,
): SourceHttp {
  return {
    request: async (url, request = {}) => {
      observer.onRequest?.();
      const { accept = [], method = 'GET' } = request;
      const response = await http.request(url, {
        ...request,
        ...(refusals === null ? {} : { accept: [...accept, ...REFUSALS] }),
      });
      const { status, document, headers } = response;
      observer.onResponse({ by: 'http', method, url: response.url, status, document });
      if (refusals !== null && status >= 400 && !accept.includes(status))
        throw statusError(status, headers['retry-after'], refusals.slug, Date.now());
      return response;
    },
  };
}

function observedBrowser(browser: SourceBrowser, observer: ToolsObserver): SourceBrowser {
  const seen = (page: RenderedPage): RenderedPage => {
    observer.onResponse({ by: 'browser', method: 'GET', url: page.url, status: page.status, document: page.html });
    return page;
  };
  return {
    render: async (url, request) => {
      observer.onRequest?.();
      return seen(await browser.render(url, request));
    },
    open: async (url, request) => {
      observer.onRequest?.();
      return observedPage(await browser.open(url, request), seen, observer);
    },
  };
}

function observedPage(open: OpenPage, seen: (page: RenderedPage) => RenderedPage, observer: ToolsObserver): OpenPage {
  seen(open.page);
  return {
    page: open.page,
    goTo: async (url, request) => {
      observer.onRequest?.();
      return seen(await open.goTo(url, request));
    },
    fetch: async (request) => {
      observer.onRequest?.();
      const response = await open.fetch(request);
      const { url, method = 'GET' } = request;
      observer.onResponse({ by: 'page', method, url, status: response.status, document: response.body });
      return response;
    },
    close: () => open.close(),
  };
}
