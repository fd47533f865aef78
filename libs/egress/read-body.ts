import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { EgressError } from './egress-error';

/** What `readBody` can undo; sent as Accept-Encoding. */
export const ACCEPTED_ENCODINGS = 'gzip, br';

type Step = NodeJS.ReadWriteStream;

const DECODERS: Readonly<Record<string, () => Step>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
};

/** A real server applies one coding, a proxy before it perhaps another; more is a bomb in wrapping paper. */
const MAX_CODINGS = 2;

/**
 * The whole body, decompressed. Throws `EgressError('too_large')` as soon as more than `maxBytes` came, counted both on
 * the wire and after decompression, so that a small bomb costs no more memory than an honest body.
 */
export async function readBody(body: Readable, contentEncoding: string, maxBytes: number): Promise<Buffer> {
  const [inner, outer] = decodersFor(contentEncoding);
  const wire = limited(body, maxBytes);
  const chunks: Buffer[] = [];
  if (inner === undefined) {
    for await (const chunk of wire) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
  const first = await wire.next();
  // Nothing at all is an empty body, although it is no valid gzip.
  if (first.done === true) return Buffer.alloc(0);
  let fault: unknown;
  try {
    await pipeline(
      withFirst(first.value, wire),
      inner(),
      outer?.() ?? new PassThrough(),
      async (source: AsyncIterable<Buffer>) => {
        try {
          for await (const chunk of limited(source, maxBytes)) chunks.push(chunk);
        } catch (error) {
          fault = error;
          throw error;
        }
      },
    );
  } catch (error) {
    // The end that gave up knows why; the others only report that they were cut.
    throw fault instanceof EgressError ? fault : error;
  }
  return Buffer.concat(chunks);
}

async function* withFirst(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

async function* limited(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new EgressError('too_large', `The answer is larger than ${maxBytes} bytes`);
    yield chunk;
  }
}

function decodersFor(contentEncoding: string): (() => Step)[] {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > MAX_CODINGS) throw new EgressError('network', 'The answer is compressed too many times');
  // Applied left to right by the server, so undone right to left.
  return codings.reverse().map((coding) => {
    const decoder = DECODERS[coding];
    if (!decoder) throw new EgressError('network', 'The answer is compressed in an unknown way');
    return decoder;
  });
}
