import type { JsonList } from '@libs/kernel';
import type { Response } from 'express';

/**
 * Sends a body that is JSON text already (PostgreSQL built it): no parsing, no second serialisation, no ETag. The
 * handler takes `@Res() response: Response` and returns nothing.
 */
export function sendJson(response: Response, status: number, json: string | JsonList): void {
  const bytes = typeof json === 'string' ? Buffer.from(json) : listBytes(json);
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': bytes.length });
  response.end(response.req.method === 'HEAD' ? undefined : bytes);
}

const COMMA = 0x2c;

function listBytes({ before, items, behind }: JsonList): Buffer {
  const commas = Math.max(0, items.length - 1);
  const around = Buffer.byteLength(before) + commas + Buffer.byteLength(behind);
  const bytes = Buffer.allocUnsafe(items.reduce((sum, item) => sum + Buffer.byteLength(item), around));
  let end = bytes.write(before);
  items.forEach((item, index) => {
    if (index > 0) bytes[end++] = COMMA;
    end += bytes.write(item, end);
  });
  bytes.write(behind, end);
  return bytes;
}
