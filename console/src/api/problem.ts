import { HrevConnectionError, isHrevError } from '@libs/sdk';
import type { Refusal } from '../lib/use-form';
import { problemWords } from '../words/en/problem';

/** A refused or failed request: the status and code of the API, `network` where no response arrived. */
export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly requestId: string | null,
    /** Seconds after which the request may be repeated. */
    readonly retryAfter: number | null,
  ) {
    super(detail);
    this.name = 'ApiProblem';
  }
}

/** The problem of a failed request. What is no failure of a request is thrown again. */
export function problemOf(error: unknown): ApiProblem {
  if (error instanceof HrevConnectionError) return new ApiProblem(0, 'network', error.message, null, null);
  if (!isHrevError(error)) throw error;
  const { status, code, requestId, retryAfter, details } = error;
  const detail = code === 'unexpected_response' ? problemWords.notOfHrev(status) : detailOf(details);
  return new ApiProblem(status, code, detail, requestId, retryAfter);
}

/** The text of a body `{detail, code}`. */
const detailOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'detail' in body ? String(body.detail) : '';

interface ProblemFacts {
  readonly text: string;
  readonly requestId: string | null;
  readonly status?: number;
  readonly retryAfter?: number | null;
}

/** What a person reads about a failure: the text of its code, otherwise the detail of the API. */
export function problemFacts(error: unknown): ProblemFacts {
  if (!(error instanceof ApiProblem)) return { text: String(error), requestId: null };
  const { status, requestId, retryAfter } = error;
  return { text: problemWords.codes[error.code] ?? error.message, requestId, status, retryAfter };
}

/** Why the API refused a form. A 422 names the fields: `name: must be a text; object_ids[0]: must be positive`. */
export function refusalOf(error: Error | null): Refusal | null {
  if (error === null) return null;
  const isByField = error instanceof ApiProblem && error.code === 'validation_error';
  return { byField: isByField ? textsByField(error.message) : {}, text: problemFacts(error).text };
}

const BETWEEN_FIELDS = /; (?=[\w.]+(?:\[\d+\][\w.]*)?: )/;
const OF_FIELD = /^(?<field>[\w.]+)(?:\[\d+\][\w.]*)?: (?<text>.+)$/s;

function textsByField(detail: string): Readonly<Record<string, string>> {
  const parts = detail.split(BETWEEN_FIELDS).map((part) => OF_FIELD.exec(part)?.groups ?? {});
  return Object.fromEntries(parts.flatMap(({ field, text }) => (field && text ? [[field, text]] : [])));
}
