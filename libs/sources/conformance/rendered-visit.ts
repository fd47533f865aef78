/** Visits of adapters that read a platform in a browser, without a browser: a function renders each address. */
import type { Visit, VisitEnd, VisitTools } from '../source';
import type { OpenPage, RenderedPage } from '../source-browser';
import { parseInPlace } from './parse-in-place';

export interface RenderedVisit {
  /** The external ids of the reviews, by page. */
  readonly ids: readonly (readonly string[])[];
  readonly end: VisitEnd;
}

/**
 * Tools whose browser opens one page, and navigates in it. `render` returns the page of an address; each address is added to
 * `requests`. Other requests reject.
 */
export function renderingTools(
  render: (address: string) => RenderedPage,
  requests: string[],
  hasStoredReviews = false,
): VisitTools {
  const rendered = (address: string): Promise<RenderedPage> => {
    requests.push(address);
    return Promise.resolve(render(address));
  };
  const open = async (address: string): Promise<OpenPage> => ({
    page: await rendered(address),
    goTo: rendered,
    fetch: () => Promise.reject(new Error('unexpected request')),
    close: () => Promise.resolve(),
  });
  return {
    browser: { render: () => Promise.reject(new Error('unexpected second page')), open },
    parse: parseInPlace,
    hasStoredReviews: () => Promise.resolve(hasStoredReviews),
    http: { request: () => Promise.reject(new Error('this platform is read in the browser only')) },
    now: new Date(),
    signal: new AbortController().signal,
  };
}

/** Reads all pages of a visit, and returns the ids of their reviews and how the list ended. Rejects if the visit fails. */
export async function runRenderedVisit(visit: Visit): Promise<RenderedVisit> {
  const ids: string[][] = [];
  for (;;) {
    const step = await visit.next();
    if (step.done) return { ids, end: step.value };
    ids.push(Array.from(step.value.reviews, ({ externalId }) => externalId ?? ''));
  }
}
