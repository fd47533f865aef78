/**
 * HTTP client of the contract tests, with the key of one account. It checks every response: errors are exactly `{detail, code}`,
 * instants have the format of contract §1.2, and no response of one version contains a field name of the other version (contract §4.13).
 */
import type { TestApp } from '@test/support/test-app';

export type Version = 'v2' | 'v3';

/** A version of the API: its paths and field names that differ between the versions. */
export interface ApiNames {
  readonly version: Version;
  readonly objects: string;
  readonly objectId: string;
  readonly objectIds: string;
}

export const V2_API: ApiNames = { version: 'v2', objects: '/v2/groups', objectId: 'group_id', objectIds: 'group_ids' };
export const V3_API: ApiNames = {
  version: 'v3',
  objects: '/v3/objects',
  objectId: 'object_id',
  objectIds: 'object_ids',
};

const NAMES_OF_OTHER_VERSION: Readonly<Record<Version, ReadonlySet<string>>> = {
  v2: new Set([
    'object_id',
    'object_ids',
    'objects',
    'slug',
    'source_slug',
    'can_publish_reply',
    'reply_max_length',
    'reply_length_unit',
    'platform_review_count',
    'collected_count',
    'completeness',
    'stop_reason',
    'warning',
    'provenance',
    'language',
  ]),
  v3: new Set(['group_id', 'group_ids', 'groups']),
};

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;

export type Json = Record<string, unknown>;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes of the body as text. */
  readonly text: string;
  readonly body: Json;
}

export interface Account {
  readonly accountId: number;
  readonly full: string;
  readonly readOnly: string;
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A webhook has the field `object_ids` in both versions (contract §2.7, §4.11). */
const isWebhookField = (request: string, name: string): boolean =>
  name === 'object_ids' && request.includes('/webhooks');

/** Sends requests with a key of one account and checks the responses. */
export class ContractClient {
  constructor(
    private readonly app: TestApp,
    private readonly version: Version,
    readonly account: Account,
    private readonly key: string = account.full,
  ) {}

  /** A client that uses the read-only key of the same account. */
  get withReadOnlyKey(): ContractClient {
    return new ContractClient(this.app, this.version, this.account, this.account.readOnly);
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('get', path, undefined, headers);
  }

  post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('post', path, body, headers);
  }

  put(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('put', path, body, headers);
  }

  patch(path: string, body: unknown): Promise<Answer> {
    return this.send('patch', path, body, {});
  }

  delete(path: string, body?: unknown): Promise<Answer> {
    return this.send('delete', path, body, {});
  }

  private async send(
    method: Method,
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    const request = this.app.agent[method](path).set('X-API-Key', this.key).set(headers);
    const response = await (body === undefined
      ? request
      : request.set('Content-Type', 'application/json').send(asText(body)));
    const answer = {
      status: response.status,
      headers: response.headers as Record<string, string>,
      text: response.text,
      body: response.body as Json,
    };
    this.checkResponse(`${method.toUpperCase()} ${path}`, answer);
    return answer;
  }

  private checkResponse(request: string, answer: Answer): void {
    if (answer.status >= 400) expect([request, Object.keys(answer.body).sort()]).toEqual([request, ['code', 'detail']]);
    for (const [name, value] of fieldsIn(answer.body)) {
      if (NAMES_OF_OTHER_VERSION[this.version].has(name) && !isWebhookField(request, name))
        throw new Error(`${request}: the response of ${this.version} has the field ${name}`);
      if (/_at$/.test(name) && value !== null)
        expect([request, name, value]).toEqual([request, name, expect.stringMatching(INSTANT)]);
    }
  }
}

function asText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function fieldsIn(value: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.flatMap(fieldsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [[name, inner] as const, ...fieldsIn(inner)]);
}

/** Returns the items of a response's `data`. */
export function dataOf(answer: Answer): readonly Json[] {
  return answer.body['data'] as readonly Json[];
}

/** Texts that are no ids: as path ids they give 422 (contract §1.3). */
export const WRONG_IDS = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  '+1',
  '%201',
  '9007199254740993',
  '9'.repeat(400),
  'null',
  'abc',
  '%EF%BC%91',
];
