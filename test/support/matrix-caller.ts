/** Calls routes with a key over the wire client, and remembers every byte that came back. */
import type { TestApp } from './test-app';
import { send, type WireAnswer } from './matrix-wire';

export interface CallToSend {
  readonly method: string;
  readonly path: string;
  /** An object becomes JSON; a text goes as it is. */
  readonly body?: object | string;
  readonly headers?: readonly (readonly [string, string])[];
}

/** The same in every answer to equal requests but for these; two answers are compared without them. */
const VARYING = /^(date|ratelimit-\w+|x-hrev-ignored-parameters): .*\r\n|"(generated_at|next_cursor)":"[^"]*"/gim;

export class MatrixCaller {
  private received: string[] = [];

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
    this.received.push(answer.raw);
    return answer;
  }

  /** How many answers came, and those that hold a text. */
  heard(text: string): { readonly answers: number; readonly holding: readonly string[] } {
    return { answers: this.received.length, holding: this.received.filter((raw) => raw.includes(text)) };
  }
}

/** An answer without what differs between any two. */
export function comparable(answer: WireAnswer): string {
  return steady(answer.raw);
}

/** A text of an answer without what differs between any two. */
export function steady(text: string): string {
  return text.replace(VARYING, '');
}

export function codeOf(answer: WireAnswer): string {
  return (answer.body as { code?: string } | undefined)?.code ?? '';
}

/** Status and code, such as `404 not_found`; the status alone where there is no code. */
export function verdictOf(answer: WireAnswer): string {
  return `${answer.status} ${codeOf(answer)}`.trim();
}

/** What is wrong with a refusal: another verdict, or a body that is not exactly `{detail, code}`; one line, or nothing. */
export function errorProblems(what: string, answer: WireAnswer, expected: string): readonly string[] {
  if (verdictOf(answer) !== expected) return [`${what}: ${verdictOf(answer)} and not ${expected}`];
  const fields = Object.keys((answer.body ?? {}) as object).join();
  return fields === 'detail,code' ? [] : [`${what}: the body is ${answer.text.slice(0, 100)}`];
}

/** Requests that failed by a fault of ours, one short line each. Alarms of a starved machine are none. */
export function faultsLogged(app: TestApp): readonly string[] {
  const failed = app.logLines.filter((line) => line['msg'] === 'request failed' || line['level'] === 'fatal');
  return failed.map((line) => `${String(line['route'])}: ${JSON.stringify(line['err'])?.slice(0, 300)}`);
}
