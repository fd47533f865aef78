import { PassThrough, Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createInflate } from 'node:zlib';
import { EgressError } from './egress-error';

/**
 * Encoding sent as Accept-Encoding. Brotli is neither asked for nor decoded: the decoder of Node 20, which reads foreign bytes, gets no more
 * corrections.
 */
export const ACCEPTED_ENCODINGS = 'gzip';

type Step = NodeJS.ReadWriteStream;

const DECODERS: Readonly<Record<string, () => Step>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
};

/** A server applies one coding, and a proxy may apply another. More codings indicate a decompression bomb. */
const MAX_CODINGS = 2;

/**
 * Returns the whole body, decompressed. Throws `EgressError('too_large')` as soon as the body exceeds `maxBytes`, before, between or
 * after its codings, so a decompression bomb uses no more memory and time than a normal body. The time limit of the exchange alone
 * is not sufficient: it has no effect after the last byte has arrived.
 */
export async function readBody(body: Readable, contentEncoding: string, maxBytes: number): Promise<Buffer> {
  const [inner, outer] = decodersFor(contentEncoding);
  const wire = withByteLimit(body, maxBytes);
  const chunks: Buffer[] = [];
  if (inner === undefined) {
    for await (const chunk of wire) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
  const first = await wire.next();
  // An empty body is accepted, although it is not valid gzip.
  if (first.done === true) return Buffer.alloc(0);
  let cause: unknown;
  const note = (error: unknown): unknown => (cause ??= error);
  try {
    await pipeline(
      prepended(first.value, wire),
      inner(),
      byteLimit(maxBytes).on('error', note),
      outer?.() ?? new PassThrough(),
      async (source: AsyncIterable<Buffer>) => {
        try {
          for await (const chunk of withByteLimit(source, maxBytes)) chunks.push(chunk);
        } catch (error) {
          throw note(error);
        }
      },
    );
  } catch (error) {
    // The failed stage has the cause; the other stages only report an abort.
    throw cause instanceof EgressError ? cause : error;
  }
  return Buffer.concat(chunks);
}

async function* prepended(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

async function* withByteLimit(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

/** `withByteLimit` as a stage of a pipeline. */
function byteLimit(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(tooLarge(maxBytes));
      else done(null, chunk);
    },
  });
}

function tooLarge(maxBytes: number): EgressError {
  return new EgressError('too_large', `The response is larger than ${maxBytes} bytes`);
}

function decodersFor(contentEncoding: string): (() => Step)[] {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > MAX_CODINGS) throw new EgressError('network', 'The response has too many content codings');
  // The server applies them left to right, so decode right to left.
  return codings.reverse().map((coding) => {
    const decoder = DECODERS[coding];
    if (!decoder) throw new EgressError('network', 'The response has an unknown content coding');
    return decoder;
  });
}
