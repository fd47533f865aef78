import type { JsonList } from '@libs/kernel';
import type { Response } from 'express';
import { compress, LEAST_COMPRESSED, OFFERED_CODINGS } from './compressed';
import { chosenCoding, type Coding } from './content-coding';

/**
 * Sends JSON text as the body, without an ETag. A body of 1 KiB or more is compressed if `Accept-Encoding` allows that. Compression
 * runs outside the event loop, so the response may be sent after this function returns. A handler that calls it has the parameter
 * `@Res() response: Response` and returns nothing.
 */
export function sendJson(response: Response, status: number, json: string | JsonList): void {
  const bytes = typeof json === 'string' ? Buffer.from(json) : listBytes(json);
  response.vary('Accept-Encoding');
  const isLarge = bytes.length >= LEAST_COMPRESSED;
  const coding = isLarge ? chosenCoding(response.req.headers['accept-encoding'], OFFERED_CODINGS) : 'identity';
  if (coding === 'identity') sendBytes(response, status, bytes, 'identity');
  else
    compress(bytes, coding, (smaller) => sendBytes(response, status, smaller ?? bytes, smaller ? coding : 'identity'));
}

function sendBytes(response: Response, status: number, bytes: Buffer, coding: Coding): void {
  // The client may have closed the connection meanwhile.
  if (response.destroyed || response.headersSent) return;
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
    ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
  });
  response.end(response.req.method === 'HEAD' ? undefined : bytes);
}

const COMMA = 0x2c;

function listBytes({ before, items, after }: JsonList): Buffer {
  const commas = Math.max(0, items.length - 1);
  const around = Buffer.byteLength(before) + commas + Buffer.byteLength(after);
  const bytes = Buffer.allocUnsafe(items.reduce((sum, item) => sum + Buffer.byteLength(item), around));
  let end = bytes.write(before);
  items.forEach((item, index) => {
    if (index > 0) bytes[end++] = COMMA;
    end += bytes.write(item, end);
  });
  bytes.write(after, end);
  return bytes;
}
