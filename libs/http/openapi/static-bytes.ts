import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import fresh from 'fresh';
import { chosenCoding, type Coding } from '../content-coding';

const FOREVER = 'public, max-age=31536000, immutable';
/** Higher levels save a few per cent and take several times as long. */
const BROTLI_QUALITY = 9;

/**
 * A static response. It is compressed once, off the event loop, and sent uncompressed until then. Each coding has its own strong
 * ETag. A request for `?v=<version>` may be cached without a time limit, other requests according to `cacheControl`.
 */
export class StaticBytes {
  /** A hash of the content. */
  readonly version: string;
  private readonly forms: Map<Coding, Buffer>;
  private compressing: Promise<void> | null = null;

  constructor(
    private readonly type: string,
    private readonly bytes: Buffer,
    private readonly cacheControl: string,
    /** Compressed forms that exist already, the smallest last. With them nothing is compressed here. */
    ready: ReadonlyMap<Coding, Buffer> = new Map(),
  ) {
    this.version = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    this.forms = new Map([['identity', bytes], ...ready]);
    if (ready.size > 0) this.compressing = Promise.resolve();
  }

  send(request: Request, response: Response): void {
    this.compressing ??= this.compress();
    const coding = chosenCoding(request.headers['accept-encoding'], [...this.forms.keys()].reverse());
    const bytes = this.forms.get(coding) ?? this.bytes;
    const tag = `"${this.version}${coding === 'identity' ? '' : `-${coding}`}"`;
    response.setHeader('Vary', 'Accept-Encoding');
    response.setHeader('ETag', tag);
    response.setHeader('Cache-Control', request.url.endsWith(`?v=${this.version}`) ? FOREVER : this.cacheControl);
    if (fresh({ 'if-none-match': request.headers['if-none-match'] }, { etag: tag })) {
      response.writeHead(304).end();
      return;
    }
    if (coding !== 'identity') response.setHeader('Content-Encoding', coding);
    response.writeHead(response.statusCode, { 'Content-Type': this.type, 'Content-Length': bytes.length });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  }

  /** Resolves once the compressed forms exist. A form that is not smaller is discarded. */
  async compress(): Promise<void> {
    const quality = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
    const smaller: readonly [Coding, Promise<Buffer>][] = [
      ['gzip', promisify(gzip)(this.bytes)],
      ['br', promisify(brotliCompress)(this.bytes, { params: quality })],
    ];
    for (const [coding, work] of smaller) {
      const bytes = await work;
      if (bytes.length < this.bytes.length) this.forms.set(coding, bytes);
    }
  }
}
