import createClient, { type Client } from 'openapi-fetch';
import { isUntouched } from '../lib/acts';
import { noteLost, noteReached } from '../lib/connection';
import { ApiProblem, problemOf } from './problem';
import { askForProof } from './proof';
import type { components, paths } from './schema.gen';

export type Schemas = components['schemas'];

/** The envelope of a list. */
export interface ListOf<T> {
  readonly data: readonly T[];
}

/** The envelope of a page. */
export interface PageOf<T> extends ListOf<T> {
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  readonly has_next: boolean;
}

/** Marks requests of the console. A form of another site cannot send it. */
const CONSOLE_HEADER = { 'X-Hrev-Console': '1' };

/** Marks requests that the person did not cause, such as those after a live event: they do not keep the session alive. */
const BACKGROUND_HEADER = 'X-Hrev-Background';

const clients = new Map<number | null, Client<paths>>();

/** The client of /v3 for an account, which each request names; null for the routes of the operator, which belong to no account. */
export function clientOf(accountId: number | null): Client<paths> {
  const known = clients.get(accountId);
  if (known !== undefined) return known;
  const client = createClient<paths>({
    baseUrl: window.location.origin,
    headers: { ...CONSOLE_HEADER, ...(accountId === null ? {} : { 'X-Hrev-Account': String(accountId) }) },
    fetch: (request) => {
      // Every request that may write has this type, with or without a body: forms of other sites cannot send it.
      if (request.method !== 'GET') request.headers.set('Content-Type', 'application/json');
      if (isUntouched()) request.headers.set(BACKGROUND_HEADER, '1');
      return sent(() => fetch(request.clone()));
    },
  });
  clients.set(accountId, client);
  return client;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of a successful response. Throws `ApiProblem` for every other response. */
export async function dataOf<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (!response.ok) throw problemOf(response, error);
  return data as T;
}

/** A request to the API of the console itself, whose paths belong to persons and not to accounts. */
export async function consoleRequest<T>(method: Method, path: string, body?: object, accountId?: number): Promise<T> {
  return bodyOf<T>(await sent(() => fetch(...consoleCall(method, path, body, accountId))));
}

/** As `consoleRequest` for passwords and codes: 401 means a wrong one, and gets the code `wrong_credentials`. */
export async function credentialRequest<T>(path: string, body: object): Promise<T> {
  try {
    return await bodyOf<T>(await reached(() => fetch(...consoleCall('POST', path, body))));
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 401) throw error;
    throw new ApiProblem(401, 'wrong_credentials', error.message, error.requestId, null);
  }
}

function consoleCall(
  method: Method,
  path: string,
  body?: object,
  accountId?: number,
): [url: string, init: RequestInit] {
  const headers = {
    ...CONSOLE_HEADER,
    ...(isUntouched() ? { [BACKGROUND_HEADER]: '1' } : {}),
    ...(accountId === undefined ? {} : { 'X-Hrev-Account': String(accountId) }),
    ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
  };
  return [`/console/api/${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }];
}

async function bodyOf<T>(response: Response): Promise<T> {
  const text = await response.text();
  const answer: unknown = text === '' ? null : asJson(text);
  if (!response.ok) throw problemOf(response, answer);
  return answer as T;
}

/** A request to the API of the console in an account. */
export async function accountRequest<T>(accountId: number, method: Method, path: string, body?: object): Promise<T> {
  return consoleRequest(method, path, body, accountId);
}

const NEW_COOKIE_MS = 250;
let hasHadSession = false;

/**
 * Sends a request of a session. A proof gives the session a new cookie, also from another tab: a request that crossed it gets 401,
 * and is repeated once with the new one. A request that needs a proof is repeated after it.
 */
async function sent(send: () => Promise<Response>): Promise<Response> {
  const response = await reached(send);
  hasHadSession ||= response.ok;
  if (response.status === 401 && hasHadSession) {
    await new Promise((resolve) => setTimeout(resolve, NEW_COOKIE_MS));
    return reached(send);
  }
  if (response.status !== 403 || !(await needsProof(response)) || !(await askForProof())) return response;
  return reached(send);
}

async function needsProof(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return typeof body === 'object' && body !== null && 'code' in body && body.code === 'proof_required';
}

let requestId: string | null = null;

/** The id of the last request that was answered, for messages to the operator. */
export const lastRequestId = (): string | null => requestId;

async function reached(send: () => Promise<Response>): Promise<Response> {
  const sentAt = Date.now();
  try {
    const response = await send();
    noteReached(sentAt);
    requestId = response.headers.get('X-Request-Id') ?? requestId;
    return response;
  } catch (error) {
    noteLost();
    throw new ApiProblem(0, 'network', String(error), null, null);
  }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
