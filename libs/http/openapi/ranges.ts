import { header } from './headers';

interface Described {
  parameters?: { name: string; in: string }[];
  readonly responses: Readonly<Record<string, Record<string, unknown>>>;
}

const textHeader = (name: string, description: string, example: string) => ({
  ...{ name, in: 'header', required: false, description, example },
  schema: { type: 'string' },
});

/** Documents, in place, that parts of the response can be requested (RFC 9110 §14). */
export function addRanges(operation: Described): void {
  const { parameters = [], responses } = operation;
  operation.parameters = [
    ...parameters,
    textHeader('Range', 'The bytes to send; the response is 206. Several ranges get the whole file.', 'bytes=1048576-'),
    textHeader('If-Range', 'The `ETag` of an earlier response: for another file, `Range` is ignored.', '"export-1"'),
  ];
  const file = {
    'Accept-Ranges': header('`bytes`.', { type: 'string', enum: ['bytes'] }),
    'Content-Disposition': header('The name of the file.', { type: 'string' }),
    ETag: header('Another one for each file.', { type: 'string' }),
  };
  const place = { 'Content-Range': header('Which bytes of how many.', { type: 'string' }) };
  const described = { 200: file, 206: { ...file, ...place }, 416: place };
  for (const [status, headers] of Object.entries(described)) {
    const response = responses[status];
    if (response !== undefined) response['headers'] = { ...(response['headers'] as object), ...headers };
  }
}
