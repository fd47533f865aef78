import type { Response } from 'express';

/**
 * Sends a body that is JSON text already (PostgreSQL built it): no parsing, no second serialisation, no ETag. The
 * handler takes `@Res() response: Response` and returns nothing.
 */
export function sendJson(response: Response, status: number, jsonText: string): void {
  const bytes = Buffer.from(jsonText);
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': bytes.length });
  response.end(response.req.method === 'HEAD' ? undefined : bytes);
}
