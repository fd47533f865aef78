/**
 * Pauses the requests of a page that need a decision: documents and types that are never loaded. Scripts, styles and data are not
 * paused. Playwright's interception pauses every request, and it disables the browser's cache; it also pauses every request when it
 * knows a proxy's credentials, so this class sends the credentials. Requests of frames of another site are not paused.
 */
import type { ProxySession } from '@libs/egress';
import type { CDPSession, Page } from 'playwright';

/** Types of requests that a page may not load, in the protocol's names. Playwright has the same names in lower case. */
export const REFUSED_TYPES = ['Image', 'Media', 'Font'] as const;

/** Of these, only documents may be loaded. The browser's window asks for the icon of a site. */
const PAUSED = [
  ...(['Document', ...REFUSED_TYPES] as const).map((resourceType) => ({ urlPattern: '*', resourceType })),
  { urlPattern: '*/favicon.ico', resourceType: 'Other' as const },
];

export interface FilteredRequest {
  readonly url: string;
  /** Whether it loads the main document; false for redirects of such a request. */
  readonly isNavigation: boolean;
}

/** The fields of `Fetch.requestPaused` that are read. */
interface Paused {
  readonly request: { readonly url: string };
  readonly resourceType: string;
  readonly frameId: string;
  readonly redirectedRequestId?: string;
}

/** `failed` and `refused` end the request. */
export type Decision = 'load' | 'refused' | 'failed';

/**
 * Filters the requests of `page` from now on; `decide` must not reject. Rejects if the page has ended.
 */
export async function filterRequests(
  page: Page,
  { username, password }: Pick<ProxySession, 'username' | 'password'>,
  decide: (request: FilteredRequest) => Promise<Decision>,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  const attempted = new Set<string>();
  session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    // The second challenge of a request means that the proxy session is over.
    const isFirst = authChallenge.source === 'Proxy' && !attempted.has(requestId);
    attempted.add(requestId);
    const authChallengeResponse = isFirst
      ? { response: 'ProvideCredentials' as const, username, password }
      : { response: 'CancelAuth' as const };
    sent(session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }));
  });
  const decisionOn = async (paused: Paused): Promise<Decision> => {
    if (paused.resourceType !== 'Document') return 'refused';
    // The page follows redirects without a decision.
    if (paused.redirectedRequestId !== undefined) return 'load';
    // The identifier of the main frame is that of its target.
    return decide({ url: paused.request.url, isNavigation: paused.frameId === targetInfo.targetId });
  };
  session.on('Fetch.requestPaused', (paused) => {
    void decisionOn(paused).then((decision) => sent(settle(session, paused.requestId, decision)));
  });
  await session.send('Fetch.enable', { handleAuthRequests: true, patterns: PAUSED });
}

function settle(session: CDPSession, requestId: string, decision: Decision): Promise<unknown> {
  if (decision === 'load') return session.send('Fetch.continueRequest', { requestId });
  const errorReason = decision === 'refused' ? 'BlockedByClient' : 'Failed';
  return session.send('Fetch.failRequest', { requestId, errorReason });
}

/** A page that has ended receives no response. */
function sent(response: Promise<unknown>): void {
  response.catch(() => undefined);
}
