import { ERROR_STATUS, type ErrorCode } from '@libs/kernel';
import type { DocumentedEndpoint } from '../endpoint';
import { meaningOf } from './error-meaning';
import { headersOf } from './headers';

export const ERROR_SCHEMA = {
  type: 'object',
  description: 'Every 4xx and 5xx response. `code` is stable; `detail` is for humans and may change.',
  required: ['detail', 'code'],
  additionalProperties: false,
  properties: {
    detail: { type: 'string', description: 'Text for people.', examples: ['Not found'] },
    code: { type: 'string', description: 'Stable code for programs.', examples: ['not_found'] },
  },
};

/** The error responses, one per status, with an example of each code. */
export function errorResponses(
  codes: readonly ErrorCode[],
  endpoint: DocumentedEndpoint,
): Record<string, Record<string, unknown>> {
  const statuses = new Set(codes.map((code) => ERROR_STATUS[code]));
  const responseOf = (status: number) =>
    errorResponse(
      status,
      codes.filter((code) => ERROR_STATUS[code] === status),
      endpoint,
    );
  return Object.fromEntries([...statuses].map((status) => [String(status), responseOf(status)]));
}

function errorResponse(
  status: number,
  codes: readonly ErrorCode[],
  endpoint: DocumentedEndpoint,
): Record<string, unknown> {
  const schema = { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }] };
  const examples = Object.fromEntries(
    codes.map((code) => {
      const meaning = meaningOf(code, endpoint.isOfConsole);
      return [code, { summary: meaning, value: { detail: meaning, code } }];
    }),
  );
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: headersOf(endpoint, status),
    content: { 'application/json': { schema, examples } },
  };
}
