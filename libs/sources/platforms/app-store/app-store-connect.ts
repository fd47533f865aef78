/**
 * The part of the App Store Connect API for customer reviews: its addresses, its tokens, its requests, and the errors of its
 * responses. A token is a JWT that the client itself signs with the account's private key (ES256), so there is no token request.
 */
import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { CONNECTION_STATUSES } from '../../access/authorized';
import { credentialField, type CredentialField } from '../../connecting';
import {
  AccessRevoked,
  CardNotYours,
  publishFailure,
  ReviewGone,
  TextRejected,
  type FailureContext,
} from '../../publish-errors';
import type { Credentials, PublishRequest, PublishTools } from '../../publisher';
import { jsonOrNull } from '../../read-shape';
import type { OwnerVisitTools } from '../../source';
import { Unavailable } from '../../source-errors';
import type { PublishResponse, SourceResponse } from '../../source-http';

export const PLATFORM = 'App Store Connect';
const API = 'https://api.appstoreconnect.apple.com/v1';

export const CREDENTIAL_FIELDS: readonly CredentialField[] = [
  credentialField(
    'issuer_id',
    'In App Store Connect under Users and Access > Integrations > App Store Connect API, above the keys.',
    { secret: false },
  ),
  credentialField(
    'key_id',
    'Id of a team key, on the same page. The key needs the role Customer Support, or another role that answers reviews.',
    { secret: false },
  ),
  credentialField(
    'private_key',
    'Content of the file AuthKey_….p8, which can be downloaded once. It begins with -----BEGIN PRIVATE KEY-----.',
  ),
];

/** Apple accepts tokens that are valid for up to 20 minutes. */
const LIFETIME_S = 15 * 60;

/** The private key of the credentials cannot be used. The message contains no part of the key. */
export class InvalidKey extends Error {}

/**
 * Returns an `Authorization` header. Each request has its own token, because a long visit outlives a token. Throws `InvalidKey` if the
 * private key is not one of an App Store Connect key.
 */
export function authorizationOf({ issuer_id = '', key_id = '', private_key = '' }: Credentials, now: number): string {
  const issuedAt = Math.floor(now / 1_000);
  const header = { alg: 'ES256', kid: key_id, typ: 'JWT' };
  const payload = { iss: issuer_id, iat: issuedAt, exp: issuedAt + LIFETIME_S, aud: 'appstoreconnect-v1' };
  const content = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const key = { key: privateKey(private_key), dsaEncoding: 'ieee-p1363' } as const;
  return `Bearer ${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}

/** Reads a private key in PEM form. Line breaks may be missing, because forms of one line remove them. */
function privateKey(pem: string): KeyObject {
  const base64 = /-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END PRIVATE KEY-----/.exec(
    pem.replaceAll('\\n', '\n'),
  )?.[1];
  const key = base64 === undefined ? null : parsedKey(Buffer.from(base64, 'base64'));
  if (key?.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new InvalidKey('The private key is not the content of a .p8 file of App Store Connect');
  return key;
}

function parsedKey(der: Buffer): KeyObject | null {
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  } catch {
    return null;
  }
}

/** Whether a text is the number of an app. Check every number before it is used in a URL. */
export const isAppId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

export const appUrl = (appId: string): string => `${API}/apps/${appId}?${query({ 'fields[apps]': 'name' })}`;

/** The address of the first page of an app's reviews in all storefronts, newest first, with the replies. */
export function listUrl(appId: string, limit = 200): string {
  return `${API}/apps/${appId}/customerReviews?${query({ sort: '-createdDate', limit: String(limit), include: 'response' })}`;
}

/** Whether an address is that of a page of an app's reviews. */
export const isListUrl = (url: string, appId: string): boolean =>
  url.startsWith(`${API}/apps/${appId}/customerReviews?`);

export const reviewUrl = (reviewId: string): string =>
  `${API}/customerReviews/${encodeURIComponent(reviewId)}?${query({ include: 'response' })}`;

export const RESPONSES = `${API}/customerReviewResponses`;
export const responseUrl = (responseId: string): string => `${RESPONSES}/${encodeURIComponent(responseId)}`;

const query = (parameters: Readonly<Record<string, string>>): string => new URLSearchParams(parameters).toString();

const text = z.string().nullish();

/** A reply: "response" in the API. */
export const responseShape = z.looseObject({
  type: z.literal('customerReviewResponses'),
  id: z.string().min(1),
  attributes: z.looseObject({ responseBody: text, lastModifiedDate: text, state: text }),
});

export type StoreResponse = z.infer<typeof responseShape>;

const errorsShape = z.looseObject({ errors: z.array(z.looseObject({ code: text })) });

/**
 * The error of a response outside 2xx. Uses only the status and Apple's code, because the message may repeat the reply's text. A
 * conflict names the part of the request that is wrong.
 */
export function failureOf(response: PublishResponse, { requestKind }: Pick<FailureContext, 'requestKind'>): Error {
  const code = errorCode(response);
  if (response.status === 409 && code.startsWith('ENTITY_ERROR.RELATIONSHIP'))
    return new ReviewGone('App Store Connect no longer has this review');
  if (response.status === 409 && code.startsWith('ENTITY_ERROR.ATTRIBUTE'))
    return new TextRejected('App Store Connect rejected the text of the reply');
  if (response.status === 403)
    return new CardNotYours(
      'App Store Connect refuses the key: it needs this app and the role Customer Support, or another role that answers reviews',
    );
  return publishFailure(response, { platform: PLATFORM, requestKind, detail: code });
}

function errorCode({ body }: PublishResponse): string {
  const code = errorsShape.safeParse(jsonOrNull(body)).data?.errors[0]?.code ?? '';
  return /^[A-Z_.]{3,80}$/.test(code) ? code : '';
}

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
