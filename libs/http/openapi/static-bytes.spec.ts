import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { StaticBytes } from './static-bytes';

const TEXT = Buffer.from('The same words again and again. '.repeat(4_000));
const DECODERS = { identity: (bytes: Buffer) => bytes, gzip: gunzipSync, br: brotliDecompressSync };

describe('StaticBytes (contract §1.4)', () => {
  const bytes = new StaticBytes('text/css; charset=utf-8', TEXT, 'public, max-age=60');
  let server: Server;

  beforeAll(async () => {
    await bytes.compress();
    const app = express().get('/style.css', (request, response) => bytes.send(request, response));
    await new Promise<void>((resolve) => (server = app.listen(0, '127.0.0.1', () => resolve())));
  });
  afterAll(() => server.close());

  const requestWith = (headers: Record<string, string>, query = ''): Promise<IncomingMessage & { bytes: Buffer }> =>
    new Promise((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      get({ port, host: '127.0.0.1', path: `/style.css${query}`, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(Object.assign(response, { bytes: Buffer.concat(chunks) })));
      }).on('error', reject);
    });

  it.each([
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['deflate', 'identity'],
  ] as const)('for "Accept-Encoding: %s" sends %s, with a separate ETag', async (accept, coding) => {
    const response = await requestWith({ 'Accept-Encoding': accept });
    expect(response.headers['content-encoding']).toBe(coding === 'identity' ? undefined : coding);
    expect(response.headers.vary).toBe('Accept-Encoding');
    expect(response.headers.etag).toMatch(
      coding === 'identity' ? /^"[\w-]{22}"$/ : new RegExp(`^"[\\w-]{22}-${coding}"$`),
    );
    expect(DECODERS[coding](response.bytes).equals(TEXT)).toBe(true);
    if (coding !== 'identity') expect(response.bytes.length).toBeLessThan(TEXT.length / 10);
    const again = await requestWith({ 'Accept-Encoding': accept, 'If-None-Match': `"x", ${response.headers.etag}` });
    expect([again.statusCode, again.bytes.length, again.headers.etag]).toEqual([304, 0, response.headers.etag]);
  });

  it('may be cached without a time limit if the request contains the version', async () => {
    const versioned = await requestWith({}, `?v=${bytes.version}`);
    expect(versioned.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await requestWith({}, '?v=other')).headers['cache-control']).toBe('public, max-age=60');
    expect((await requestWith({})).headers['cache-control']).toBe('public, max-age=60');
  });

  it('sends the bytes uncompressed if compression makes them larger', async () => {
    const tiny = new StaticBytes('text/css', Buffer.from('x'), 'no-cache');
    await tiny.compress();
    const served = express().get('/', (request, response) => tiny.send(request, response));
    const one = served.listen(0, '127.0.0.1');
    await new Promise((resolve) => one.once('listening', resolve));
    const response = await fetch(`http://127.0.0.1:${(one.address() as AddressInfo).port}/`);
    expect([response.headers.get('content-encoding'), await response.text()]).toEqual([null, 'x']);
    one.close();
  });
});
