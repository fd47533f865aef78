import type { IncomingMessage } from 'node:http';
import { parse } from 'content-type';
import getRawBody, { type RawBodyError } from 'raw-body';
import { unreadable } from './input-fields';

/** The value of a missing body. It differs from an empty object. */
export const NO_BODY: unique symbol = Symbol('no body');

/** Whether RFC 9110 §9.3 defines a body for the method. If so, an endpoint without a body reads it and refuses its fields. */
export function hasDefinedBody(method: string | undefined): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}

/** Contract §1.3. */
const MAX_BODY_BYTES = 1024 * 1024;
const MAX_DEPTH = 32;

/** A request whose bytes are kept once they are read, also if they are refused. */
interface ReadRequest extends IncomingMessage {
  rawBody?: Buffer;
}

/**
 * Reads the JSON object in the body of a request; returns `NO_BODY` if there is no body. Throws 400 `bad_request` for other content
 * types, charsets and encodings, more than 1 MiB, invalid UTF-8 or JSON, more than 32 levels, and JSON that is not an object.
 */
export async function readJsonBody(request: ReadRequest): Promise<unknown> {
  const bytes = await jsonBytes(request);
  return bytes === null ? NO_BODY : parseJsonObject(bytes);
}

/** Reads the JSON object or list in the body of a request, with the limits of `readJsonBody`. Throws 400 `bad_request` without a body, too. */
export async function readJsonMessage(request: ReadRequest): Promise<object> {
  const bytes = await jsonBytes(request);
  if (bytes === null) throw unreadable('A JSON body is required');
  const value = parseWithin(bytes);
  if (typeof value !== 'object' || value === null) throw unreadable('The body must be a JSON object or list');
  return value;
}

/** The bytes of a JSON body; null if there is no body. */
async function jsonBytes(request: ReadRequest): Promise<Buffer | null> {
  const bytes = await bytesOf(request);
  request.rawBody = bytes;
  if (bytes.length === 0) return null;
  checkContentType(request.headers['content-type']);
  return bytes;
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  if (!announcesBody(request)) return Buffer.alloc(0);
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') throw unreadable('A compressed body is not accepted');
  return readBytes(request);
}

function announcesBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

/**
 * Reads the bytes of the body. Drops the rest of a refused body, because a client that is still sending does not read the
 * response.
 */
async function readBytes(request: IncomingMessage): Promise<Buffer> {
  try {
    return await getRawBody(request, { length: request.headers['content-length'] ?? null, limit: MAX_BODY_BYTES });
  } catch (error) {
    request.resume();
    const isTooLarge = (error as Partial<RawBodyError>).type === 'entity.too.large';
    throw unreadable(isTooLarge ? 'The body is larger than 1 MiB' : 'The body was cut off');
  }
}

const JSON_TYPE = /^application\/(json|[a-z0-9.!#$&^_-]+\+json)$/;
const CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

function checkContentType(header: string | undefined): void {
  const { type, parameters } = parse(header ?? '');
  if (!JSON_TYPE.test(type)) throw unreadable('Content-Type must be application/json');
  if (!CHARSETS.has((parameters['charset'] ?? 'utf-8').toLowerCase()))
    throw unreadable('The charset of the body must be utf-8');
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Parses bytes as one JSON object, strictly. */
export function parseJsonObject(bytes: Uint8Array): Record<string, unknown> {
  const value = parseWithin(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unreadable('The body must be a JSON object');
  return value as Record<string, unknown>;
}

function parseWithin(bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes);
  if (isTooDeep(text)) throw unreadable(`The body is nested more than ${MAX_DEPTH} levels deep`);
  return parseJson(text);
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

/** Counts the brackets outside strings before the text is parsed. Uses a loop, because its time is linear for every input. */
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
