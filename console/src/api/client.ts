import createClient, { type Client } from 'openapi-fetch';
import { ApiProblem, problemOf } from './problem';
import type { components, paths } from './schema.gen';

export type Schemas = components['schemas'];

/** Marks requests of the console. A form of another site cannot send it. */
const CONSOLE_HEADER = { 'X-Hrev-Console': '1' };

const clients = new Map<number, Client<paths>>();

/** The client of /v3 for an account. The account is named in each request and not kept in the session. */
export function clientOf(accountId: number): Client<paths> {
  const known = clients.get(accountId);
  if (known !== undefined) return known;
  const client = createClient<paths>({
    baseUrl: window.location.origin,
    headers: { ...CONSOLE_HEADER, 'X-Hrev-Account': String(accountId) },
    fetch: (request) => {
      // Every request that may write has this type, with or without a body: forms of other sites cannot send it.
      if (request.method !== 'GET') request.headers.set('Content-Type', 'application/json');
      return sent(() => fetch(request));
    },
  });
  clients.set(accountId, client);
  return client;
}

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
export async function consoleRequest<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const response = await sent(() =>
    fetch(`/console/api/${path}`, {
      method,
      headers: { ...CONSOLE_HEADER, ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  const answer: unknown = text === '' ? null : asJson(text);
  if (!response.ok) throw problemOf(response, answer);
  return answer as T;
}

async function sent(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send();
  } catch (error) {
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
