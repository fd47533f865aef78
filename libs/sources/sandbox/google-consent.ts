/**
 * Google's sign-in in the sandbox: the page with Allow and Refuse, and the token endpoint. Formats follow "Using OAuth 2.0 for Web
 * Server Applications".
 */
import { htmlResponse, jsonResponse } from './sandbox-behaviour';
import type { SandboxContext, SandboxRequest, SandboxResponse } from './sandbox-platform';
import type { SandboxAuthorization } from './sandbox-consents';

const PAGE = '/o/oauth2/v2/auth';
const DECISION = '/o/oauth2/v2/decision';

export const GOOGLE_PAGES = { prefix: '/o/oauth2/', host: 'accounts.google.com' } as const;

export function respondAtAccounts({ url }: SandboxRequest, { consents }: SandboxContext): SandboxResponse {
  const query = url.searchParams;
  const request = authorizationOf(query);
  if (typeof request === 'string') return errorPage(request);
  if (!consents.knowsRedirect(request.redirectUri)) return errorPage('redirect_uri_mismatch');
  if (url.pathname === PAGE) return htmlResponse(consentPage(query));
  if (url.pathname !== DECISION) return errorPage('not_found');
  const back = new URL(request.redirectUri);
  back.searchParams.set('state', query.get('state') ?? '');
  if (query.get('decision') === 'allow') {
    const scope = query.getAll('granted').join(' ');
    back.searchParams.set('code', consents.allow(request, scope));
    back.searchParams.set('scope', scope);
  } else back.searchParams.set('error', 'access_denied');
  return { status: 302, headers: { location: back.href }, body: '' };
}

/** The request for a consent, or the error that Google shows on a page of its own. */
function authorizationOf(query: URLSearchParams): SandboxAuthorization | string {
  const get = (name: string): string => query.get(name) ?? '';
  if (get('response_type') !== 'code' || get('scope') === '' || get('client_id') === '') return 'invalid_request';
  if (get('code_challenge') === '' || get('code_challenge_method') !== 'S256') return 'invalid_request';
  return {
    clientId: get('client_id'),
    redirectUri: get('redirect_uri'),
    challenge: get('code_challenge'),
    isOffline: get('access_type') === 'offline',
    asksAgain: get('prompt').split(' ').includes('consent'),
  };
}

const errorPage = (error: string): SandboxResponse =>
  htmlResponse(
    `<!DOCTYPE html><title>Error 400: ${error}</title><h1>Access blocked</h1><p>Error 400: ${error}</p>`,
    400,
  );

function consentPage(query: URLSearchParams): string {
  const kept = [...query].filter(([name]) => name !== 'granted' && name !== 'decision');
  const fields = kept.map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`);
  const scopes = (query.get('scope') ?? '')
    .split(' ')
    .map(
      (scope) =>
        `<p><label><input type="checkbox" name="granted" value="${escaped(scope)}" checked> See, edit, create and delete your Google business listings</label></p>`,
    );
  return `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sign in - Google Accounts (sandbox)</title>
<style>body{font:16px/1.5 system-ui;max-width:28rem;margin:4rem auto;padding:0 1rem}button{font:inherit;padding:.5rem 1.25rem;margin-inline-end:.5rem}</style>
<h1>hrev wants to access your Google Account</h1>
<p>This is the sandbox. It plays the page of Google; no account of Google is used.</p>
<form method="get" action="${DECISION}">${fields.join('')}${scopes.join('')}
<button name="decision" value="allow">Allow</button><button name="decision" value="refuse">Refuse</button></form></html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The token endpoint: exchanges codes, and refreshes access tokens. */
export function token({ body }: SandboxRequest, { replies, consents }: SandboxContext): SandboxResponse {
  const parameters = new URLSearchParams(body);
  const get = (name: string): string => parameters.get(name) ?? '';
  if (get('grant_type') === 'authorization_code') {
    const granted = consents.exchange({
      code: get('code'),
      verifier: get('code_verifier'),
      clientId: get('client_id'),
      clientSecret: get('client_secret'),
      redirectUri: get('redirect_uri'),
    });
    if ('error' in granted) return oauthError(granted.error);
    const accessToken = replies.issueToken([get('client_id')]);
    if (accessToken === null) return oauthError('invalid_grant');
    return jsonResponse({
      access_token: accessToken,
      expires_in: 3599,
      scope: granted.scope,
      token_type: 'Bearer',
      ...(granted.refreshToken === null ? {} : { refresh_token: granted.refreshToken }),
    });
  }
  const secrets = ['client_id', 'client_secret', 'refresh_token'].map(get);
  const isRefresh = get('grant_type') === 'refresh_token' && !consents.isRevoked(get('refresh_token'));
  const issuedToken = isRefresh ? replies.issueToken(secrets) : null;
  if (issuedToken !== null) return jsonResponse({ access_token: issuedToken, expires_in: 3599, token_type: 'Bearer' });
  return oauthError('invalid_grant');
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  invalid_grant: 'Token has been expired or revoked.',
  invalid_client: 'The OAuth client was not found.',
  redirect_uri_mismatch: 'Bad Request',
};

const oauthError = (error: string): SandboxResponse =>
  jsonResponse({ error, error_description: DESCRIPTIONS[error] }, error === 'invalid_client' ? 401 : 400);
