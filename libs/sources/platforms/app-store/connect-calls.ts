/** Requests to the App Store Connect API with the key of a connection, for publishers and for visits. */
import { CONNECTION_STATUSES } from '../../access/authorized';
import { AccessRevoked } from '../../publish-errors';
import type { PublishRequest, PublishTools } from '../../publisher';
import type { OwnerVisitTools } from '../../source';
import { Unavailable } from '../../source-errors';
import type { PublishResponse, SourceResponse } from '../../source-http';
import { authorizationOf, InvalidKey } from './app-store-connect';

/** Sends a request; returns every status. Throws `AccessRevoked` for an invalid private key, and the errors of the request. */
export async function call(
  tools: PublishTools,
  { url, ...request }: { readonly url: string } & PublishRequest,
): Promise<PublishResponse> {
  const authorization = signed(tools.credentials, (message) => new AccessRevoked(message));
  return tools.http.request(url, { ...request, headers: { ...request.headers, authorization } });
}

/** Sends a read request; also returns the statuses 401, 403 and 404. Throws `credentials_rejected` for an invalid private key. */
export async function visitCall(tools: OwnerVisitTools, url: string): Promise<SourceResponse> {
  const authorization = signed(
    tools.connection.credentials,
    (message) => new Unavailable('credentials_rejected', message),
  );
  return tools.http.request(url, {
    accept: CONNECTION_STATUSES,
    headers: { accept: 'application/json', authorization },
  });
}

function signed(credentials: PublishTools['credentials'], errorOf: (message: string) => Error): string {
  try {
    return authorizationOf(credentials, Date.now());
  } catch (error) {
    throw error instanceof InvalidKey ? errorOf(error.message) : error;
  }
}
