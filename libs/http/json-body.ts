import type { IncomingMessage } from 'node:http';
import { unreadable } from './input-fields';

/** Means that no body was sent, which is not the same as an empty object. */
export const NO_BODY: unique symbol = Symbol('no body');

/** Whether a body is read where the endpoint takes none; its meaning for other methods is undefined (RFC 9110 §9.3). */
export function meansItsBody(method: string | undefined): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}

/** Bytes of a body at most (contract §1.3). */
const MAX_BODY_BYTES = 1024 * 1024;
const MAX_DEPTH = 32;

/**
 * Reads and parses the JSON object in a request's body; `NO_BODY` where none was sent. Everything that cannot be read is
 * 400 `bad_request`: other content types, charsets and encodings, more than 1 MiB, broken UTF-8 or JSON, more than 32
 * levels, and JSON that is no object.
 */
export async function readJsonBody(
  request: IncomingMessage,
): Promise<{ readonly bytes: Buffer; readonly value: unknown }> {
  if (!announcesBody(request)) return { bytes: Buffer.alloc(0), value: NO_BODY };
  checkHeaders(request);
  const bytes = await readBytes(request);
  if (bytes.length === 0) return { bytes, value: NO_BODY };
  checkContentType(request.headers['content-type']);
  return { bytes, value: parseJsonObject(bytes) };
}

function announcesBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

function checkHeaders(request: IncomingMessage): void {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') throw unreadable('A compressed body is not accepted');
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
}

function checkContentType(header: string | undefined): void {
  const [type = '', ...parameters] = (header ?? '').toLowerCase().split(';');
  if (!/^application\/(json|[a-z0-9.!#$&^_-]+\+json)$/.test(type.trim()))
    throw unreadable('Content-Type must be application/json');
  const charset = parameters
    .map((parameter) => /^charset\s*=\s*"?([^"\s]*)"?$/.exec(parameter.trim())?.[1])
    .find((name) => name !== undefined);
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8' && charset !== 'us-ascii')
    throw unreadable('The charset of the body must be utf-8');
}

const tooLarge = () => unreadable('The body is larger than 1 MiB');

function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (error: Error): void => {
      request.off('data', take).off('end', end).off('error', closed).off('close', closed);
      // The rest is read and dropped: a client that is still sending would not see an answer before a cut connection.
      request.resume();
      reject(error);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) stop(tooLarge());
      else chunks.push(chunk);
    };
    const end = (): void => resolve(Buffer.concat(chunks, size));
    const closed = (): void => stop(unreadable('The body was cut off'));
    request.on('data', take).on('end', end).on('error', closed).on('close', closed);
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Parses bytes as one JSON object, strictly. */
export function parseJsonObject(bytes: Uint8Array): Record<string, unknown> {
  const text = decodeUtf8(bytes);
  if (isTooDeep(text)) throw unreadable(`The body is nested more than ${MAX_DEPTH} levels deep`);
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unreadable('The body must be a JSON object');
  return value as Record<string, unknown>;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw unreadable('The body is not valid UTF-8');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable('The body is not valid JSON');
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Counts brackets outside strings, before parsing. A loop and not an expression: its time must not depend on malice. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString && code === BACKSLASH) index += 1;
    else if (code === QUOTE) inString = !inString;
    else if (!inString && OPENING.has(code)) depth += 1;
    else if (!inString && CLOSING.has(code)) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}
