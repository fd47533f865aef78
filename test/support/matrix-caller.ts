/** Calls routes with a key through the wire client, and records every byte of the responses. */
import type { TestApp } from './test-app';
import { send, type WireAnswer } from './matrix-wire';

export interface CallToSend {
  readonly method: string;
  readonly path: string;
  /** An object is sent as JSON, a string unchanged. */
  readonly body?: object | string;
  readonly headers?: readonly (readonly [string, string])[];
}

/** Headers and fields that differ between responses to equal requests; comparisons leave them out. */
const VARYING =
  /^(date|ratelimit(?:-\w+)?|x-hrev-ignored-parameters): .*\r\n|"(generated_at|next_cursor|seen_at)":"[^"]*"/gim;

export class MatrixCaller {
  private responses: string[] = [];

  constructor(
    private readonly app: TestApp,
    private readonly key: string | null,
  ) {}

  async call({ method, path, body, headers = [] }: CallToSend): Promise<WireAnswer> {
    const own: (readonly [string, string])[] = this.key === null ? [] : [['X-API-Key', this.key]];
    const json: (readonly [string, string])[] = body === undefined ? [] : [['Content-Type', 'application/json']];
    const answer = await send(this.app.address, {
      method,
      path,
      headers: [['X-Request-Id', 'the-same'], ...own, ...json, ...headers],
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    this.responses.push(answer.raw);
    return answer;
  }

  /** Returns the number of responses, and the responses that contain `text`. */
  responsesWith(text: string): { readonly total: number; readonly matching: readonly string[] } {
    return { total: this.responses.length, matching: this.responses.filter((raw) => raw.includes(text)) };
  }
}

/** The bytes of a response without the headers and fields that always differ. */
export function comparable(answer: WireAnswer): string {
  return withoutVarying(answer.raw);
}

/** Removes the headers and fields that always differ from the text of a response. */
export function withoutVarying(text: string): string {
  return text.replace(VARYING, '');
}

export function codeOf(answer: WireAnswer): string {
  return (answer.body as { code?: string } | undefined)?.code ?? '';
}

/** Status and code, such as `404 not_found`; only the status if there is no code. */
export function statusAndCodeOf(answer: WireAnswer): string {
  return `${answer.status} ${codeOf(answer)}`.trim();
}

/**
 * Problems of an error response: another status or code than expected, or a body that is not exactly `{detail, code}`. At most
 * one line.
 */
export function errorProblems(what: string, answer: WireAnswer, expected: string): readonly string[] {
  if (statusAndCodeOf(answer) !== expected) return [`${what}: ${statusAndCodeOf(answer)} instead of ${expected}`];
  const fields = Object.keys((answer.body ?? {}) as object).join();
  return fields === 'detail,code' ? [] : [`${what}: the body is ${answer.text.slice(0, 100)}`];
}

/** Requests that failed by a fault of the service, one short line each. Warnings of an overloaded machine are not included. */
export function faultsLogged(app: TestApp): readonly string[] {
  const failed = app.logLines.filter((line) => line['msg'] === 'request failed' || line['level'] === 'fatal');
  return failed.map((line) => `${String(line['route'])}: ${JSON.stringify(line['err'])?.slice(0, 300)}`);
}
