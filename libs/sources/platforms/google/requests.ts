/** Read requests to the Business Profile APIs. */
import { publisherCall } from '../../access/authorized';
import { isSuccess } from '../../publish-errors';
import type { PublishTools } from '../../publisher';
import type { PublishResponse } from '../../source-http';
import { googleTokens, PLATFORM } from './business-profile';
import { googleFailure } from './failures';

/** Sends a read request; throws a `PublishError` for a refusal. */
export async function get(url: string, tools: PublishTools, accept: readonly number[] = []): Promise<PublishResponse> {
  const response = await publisherCall(PLATFORM, googleTokens, tools, { url });
  if (isSuccess(response) || accept.includes(response.status)) return response;
  throw googleFailure(response, 'read');
}

/** The pages of a list; `first` has a query. `countPage` is called before each request and may throw. */
export async function* pagesOf(
  first: string,
  tools: PublishTools,
  countPage: () => unknown,
): AsyncGenerator<unknown, void, void> {
  const requestedUrls = new Set<string>();
  for (let url = first; !requestedUrls.has(url);) {
    requestedUrls.add(url);
    countPage();
    const page = (await get(url, tools)).json();
    yield page;
    const token = (page as { nextPageToken?: unknown } | null)?.nextPageToken;
    if (typeof token !== 'string' || token === '') return;
    url = `${first}&pageToken=${encodeURIComponent(token)}`;
  }
}
