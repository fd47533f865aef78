import type { Readable } from 'node:stream';

/** An entry of a tar archive. `content` must be read completely before the next entry. */
export interface TarEntry {
  readonly path: string;
  readonly kind: 'file' | 'folder';
  readonly mode: number;
  readonly bytes: number;
  content(): AsyncGenerator<Buffer>;
}

const BLOCK = 512;

/**
 * Reads the archive that PostgreSQL's BASE_BACKUP makes: files and folders in the format ustar. Throws for an archive that ends
 * early, has a header with a wrong checksum, or has another kind of entry.
 */
export async function* readTar(archive: Readable): AsyncGenerator<TarEntry> {
  const source = new ByteSource(archive);
  for (;;) {
    const header = await source.upTo(BLOCK);
    if (header.length === 0 || header.every((byte) => byte === 0)) break;
    if (header.length < BLOCK) throw new Error('the archive ends in the middle of a header');
    const entry = parseHeader(header);
    let left = entry.bytes;
    async function* content(): AsyncGenerator<Buffer> {
      while (left > 0) {
        const chunk = await source.some(left);
        left -= chunk.length;
        yield chunk;
      }
    }
    yield { ...entry, content };
    for await (const skipped of content()) void skipped;
    const padding = (BLOCK - (entry.bytes % BLOCK)) % BLOCK;
    if ((await source.upTo(padding)).length < padding) throw new Error('the archive ends early');
  }
  await source.drain();
}

function parseHeader(header: Buffer): Omit<TarEntry, 'content'> {
  const stated = octal(header, 148, 8);
  const blanked = Buffer.from(header).fill(0x20, 148, 156);
  if (blanked.reduce((sum, byte) => sum + byte, 0) !== stated) throw new Error('a header of the archive is damaged');
  const name = text(header, 0, 100);
  const prefix = text(header, 345, 155);
  const path = (prefix === '' ? name : `${prefix}/${name}`).replace(/^\.\/|\/$/g, '');
  const kind = KINDS[String.fromCharCode(header[156] ?? 0)];
  if (kind === undefined) throw new Error(`${path} is neither a file nor a folder`);
  if (path.startsWith('/') || path.split('/').includes('..')) throw new Error(`${path} is outside of the data folder`);
  return { path, kind, mode: octal(header, 100, 8) & 0o777, bytes: kind === 'file' ? size(header) : 0 };
}

const KINDS: Readonly<Record<string, TarEntry['kind']>> = { '0': 'file', '\0': 'file', '5': 'folder' };

function text(header: Buffer, at: number, length: number): string {
  const field = header.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? length : end).toString('utf8');
}

const octal = (header: Buffer, at: number, length: number): number =>
  Number.parseInt(text(header, at, length).trim() || '0', 8);

/** A size of 8 GB and more is stated in base 256, which the highest bit of the first byte says. */
function size(header: Buffer): number {
  if (((header[124] ?? 0) & 0x80) === 0) return octal(header, 124, 12);
  return header.subarray(125, 136).reduce((sum, byte) => sum * 256 + byte, 0);
}

/** Reads exact numbers of bytes from a stream. */
class ByteSource {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(archive: Readable) {
    this.chunks = archive[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** `length` bytes, or fewer at the end of the stream. */
  async upTo(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let missing = length;
    while (missing > 0) {
      const chunk = await this.next(missing);
      if (chunk === null) break;
      parts.push(chunk);
      missing -= chunk.length;
    }
    return Buffer.concat(parts);
  }

  /** From 1 to `most` bytes. Throws at the end of the stream. */
  async some(most: number): Promise<Buffer> {
    const chunk = await this.next(most);
    if (chunk === null) throw new Error('the archive ends in the middle of a file');
    return chunk;
  }

  /** Reads the rest of the stream, so that its errors are thrown. */
  async drain(): Promise<void> {
    while ((await this.next(Number.MAX_SAFE_INTEGER)) !== null);
  }

  private async next(most: number): Promise<Buffer | null> {
    if (this.rest.length === 0) {
      const { value, done } = await this.chunks.next();
      if (done === true) return null;
      this.rest = value;
    }
    const chunk = this.rest.subarray(0, most);
    this.rest = this.rest.subarray(chunk.length);
    return chunk;
  }
}
