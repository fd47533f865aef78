/** Connections to Facebook: an access token of a page, which opens this page only. */
import { cleanTextOrNull, parsedUrl } from '@libs/kernel';
import { z } from 'zod';
import type { SourceConnecting } from '../../connecting';
import { linkedPage } from '../../linked-page';
import {
  AccessRevoked,
  CardNotYours,
  isSuccess,
  NotSent,
  PlatformRefused,
  publishFailure,
  type PublishError,
} from '../../publish-errors';
import { jsonOrNull } from '../../read-shape';
import type { PublishResponse } from '../../source-http';
import { CREDENTIAL_FIELDS, errorIn, isPageId, PLATFORM, tokenHeaders, tokenPageUrl } from './graph-api';
import { addressOf, HOSTS, match } from './match';

const text = z.string().nullish();
const tokenPageShape = z.looseObject({ id: z.string().refine(isPageId), name: text, username: text, link: text });

/** `version`: that of the Graph API at a time. */
export const connectingTo = (version: (now: Date) => string): SourceConnecting => ({
  hosts: HOSTS,
  credentialFields: CREDENTIAL_FIELDS,

  async check(objectUrl, tools) {
    const headers = tokenHeaders(tools.credentials['page_access_token'] ?? '');
    const response = await tools.http.request(tokenPageUrl(version(tools.now)), { headers });
    const failure = failureOf(response);
    if (failure !== null) throw failure;
    const page = tokenPageShape.safeParse(response.json());
    if (!page.success) throw new PlatformRefused('Facebook returned the page in an unexpected format');
    const linked = await linkedPage(objectUrl, { match, what: 'a page on Facebook' }, tools);
    if (!addressesOf(page.data).includes(linked)) throw new CardNotYours('The token is that of another page');
    return { card: page.data.id, name: cleanTextOrNull(page.data.name) };
  },
});

/** The canonical addresses of a page: its number, its user name, and its link, which may have another number. */
function addressesOf({ id, username, link }: z.infer<typeof tokenPageShape>): readonly string[] {
  const url = parsedUrl(link ?? '');
  const linked = url === null ? null : match(url);
  return [
    addressOf(id),
    ...(username ? [addressOf(username)] : []),
    ...(linked?.kind === 'page' ? [linked.canonicalUrl] : []),
  ];
}

/** The error of a response; null if it has none. */
function failureOf(response: PublishResponse): PublishError | null {
  const { status } = response;
  if (isSuccess(response)) return null;
  const error = errorIn(jsonOrNull(response.body));
  const detail = error === null ? null : `error ${error.code}`;
  switch (error?.kind) {
    case 'token_refused':
    case 'permission_missing':
      return new AccessRevoked(`Facebook does not accept the token (${detail})`);
    case 'too_many_requests':
    case 'failure':
      return new NotSent(`Facebook answered ${status}: ${detail}`);
    // A person has no user name in the API.
    case 'fields_refused':
    case 'not_found':
      return new CardNotYours('The token is not that of a page');
    default:
      return publishFailure(response, { platform: PLATFORM, requestKind: 'read', detail });
  }
}
