import { createRequest } from '@libs/sdk';
import { isUntouched } from '../lib/acts';
import { noteLost, noteReached } from '../lib/connection';
import { ApiProblem, problemOf } from './problem';
import { askForProof } from './proof';
import type { components, paths } from './schema.gen';

export type Schemas = components['schemas'];

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What the schema says about an operation. */
interface Operation {
  readonly parameters: { readonly query?: unknown; readonly header?: unknown; readonly path?: unknown };
  readonly responses: object;
}

/** The paths that have an operation of the method, such as `/v3/objects/{object_id}`. */
type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in Lowercase<M>]: Operation } ? P : never;
}[keyof paths];

type OperationOf<M extends Method, P extends keyof paths> = paths[P] extends {
  [K in Lowercase<M>]: infer O extends Operation;
}
  ? O
  : never;

type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? { body: B }
  : O extends { requestBody?: never }
    ? { body?: never }
    : O extends { requestBody?: { content: { 'application/json': infer B } } }
      ? { body?: B }
      : never;

/** A value of the schema as a caller may give it: its lists may be readonly. */
export type Given<T> = T extends object ? { readonly [K in keyof T]: Given<T[K]> } : T;

type InputOf<O extends Operation> = Given<Pick<O['parameters'], 'query' | 'header' | 'path'> & BodyOf<O>>;

/** The parameters and the body, which may be left out if the operation needs none of them. */
type Input<M extends Method, P extends PathOf<M>> =
  Record<never, never> extends InputOf<OperationOf<M, P>>
    ? [input?: InputOf<OperationOf<M, P>>]
    : [input: InputOf<OperationOf<M, P>>];

type ContentOf<R> = R extends { content: { 'application/json': infer D } } ? D : null;

/** The body of a success; null if it has none. */
type DataOf<O extends Operation> = ContentOf<O['responses'][keyof O['responses'] & (200 | 201 | 202 | 204)]>;

/** The body and the headers of a success. */
export interface Answer<T> {
  readonly data: T;
  readonly headers: Headers;
}

/** The parts of a request. Values that are undefined are not sent. */
interface Parts {
  readonly path?: object;
  readonly query?: object;
  readonly header?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Calls the API for an account, which each request names. Null is for the paths that belong to no account: those of the operator and
 * those of a person. Returns the body of a success. Throws `ApiProblem` for every other response.
 *
 * The schema types the path, the input and the body. The bodies are trusted: their types are said by the overload, and not checked.
 */
export function call<M extends Method, P extends PathOf<M>>(
  accountId: number | null,
  method: M,
  path: P,
  ...input: Input<M, P>
): Promise<DataOf<OperationOf<M, P>>>;
export async function call(accountId: number | null, method: Method, path: string, parts?: Parts): Promise<unknown> {
  return (await ofSession(() => reached(accountId, method, path, parts))).data;
}

/** As `call`, with the headers of the response. */
export function callWithHeaders<M extends Method, P extends PathOf<M>>(
  accountId: number | null,
  method: M,
  path: P,
  ...input: Input<M, P>
): Promise<Answer<DataOf<OperationOf<M, P>>>>;
export async function callWithHeaders(
  accountId: number | null,
  method: Method,
  path: string,
  parts?: Parts,
): Promise<Answer<unknown>> {
  return ofSession(() => reached(accountId, method, path, parts));
}

/** Posts a password or a code: 401 means a wrong one, and gets the code `wrong_credentials`. */
export function postCredentials<P extends PathOf<'POST'>>(
  path: P,
  ...input: Input<'POST', P>
): Promise<DataOf<OperationOf<'POST', P>>>;
export async function postCredentials(path: string, parts?: Parts): Promise<unknown> {
  try {
    return (await reached(null, 'POST', path, parts)).data;
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 401) throw error;
    throw new ApiProblem(401, 'wrong_credentials', error.message, error.requestId, null);
  }
}

const NEW_COOKIE_MS = 250;
let hasHadSession = false;

/**
 * Sends a request of a session. A proof gives the session a new cookie, also from another tab: a request that crossed it gets 401,
 * and is repeated once with the new one. A request that needs a proof is repeated after it.
 */
async function ofSession<T>(send: () => Promise<T>): Promise<T> {
  try {
    const answer = await send();
    hasHadSession = true;
    return answer;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    if (error.status === 401 && hasHadSession) {
      await new Promise((resolve) => setTimeout(resolve, NEW_COOKIE_MS));
      return send();
    }
    if (error.code !== 'proof_required' || !(await askForProof())) throw error;
    return send();
  }
}

/** Pages of platforms are rendered while the operator waits. */
const TIMEOUT_MS = 120_000;

/** The session is the cookie of the browser. Queries repeat themselves, so that they can stop when no screen shows them. */
const request = createRequest({ baseUrl: location.origin, timeoutMs: TIMEOUT_MS, maxRetries: 0 });

/** Marks requests of the console. A form of another site cannot send it. */
const CONSOLE_HEADER = { 'X-Hrev-Console': '1' };

/** Marks requests that the person did not cause, such as those after a live event: they do not keep the session alive. */
const BACKGROUND_HEADER = { 'X-Hrev-Background': '1' };

let requestId: string | null = null;

/** The id of the last request that was answered, for messages to the operator. */
export const lastRequestId = (): string | null => requestId;

/** Sends one request, and notes whether hrev was reached. */
async function reached(
  accountId: number | null,
  method: Method,
  path: string,
  { path: ids = {}, query, header, body }: Parts = {},
): Promise<Answer<unknown>> {
  const sentAt = Date.now();
  let headers = new Headers();
  try {
    const data = await request(
      { method, path: filled(path, ids), query, body },
      { headers: headersOf(accountId, method, header), onResponse: (response) => ({ headers } = response) },
    );
    requestId = headers.get('X-Request-Id') ?? requestId;
    noteReached(sentAt);
    return { data: data ?? null, headers };
  } catch (error) {
    const problem = problemOf(error);
    requestId = problem.requestId ?? requestId;
    if (problem.status === 0) noteLost();
    else noteReached(sentAt);
    throw problem;
  }
}

function filled(path: string, ids: object): string {
  const values = new Map<string, unknown>(Object.entries(ids));
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
}

const headersOf = (accountId: number | null, method: Method, header: Parts['header']): Record<string, string> => ({
  ...CONSOLE_HEADER,
  ...(isUntouched() ? BACKGROUND_HEADER : {}),
  ...(accountId === null ? {} : { 'X-Hrev-Account': String(accountId) }),
  // Every request that may write has this type, with or without a body: forms of other sites cannot send it.
  ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
  ...header,
});
