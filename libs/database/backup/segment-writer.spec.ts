import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeFully } from './segment-writer';

describe('writing log to a disk that stores only a part of a write', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'segment-writer-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A file of which each write stores as many bytes as `parts` states, and the last of them from then on. */
  const fileOf = async (name: string, parts: readonly number[]) => {
    const handle = await open(path.join(folder, name), 'w+');
    let writes = 0;
    const write = (bytes: Buffer, offset: number, length: number, position: number) => {
      const most = parts[Math.min(writes, parts.length - 1)] ?? length;
      writes += 1;
      return handle.write(bytes, offset, Math.min(length, most), position);
    };
    return { handle, short: { write } as unknown as Pick<FileHandle, 'write'> };
  };

  it.each<[string, number[]]>([
    ['all bytes at once', [100]],
    ['one byte each time', [1]],
    ['first a part, then the rest', [7, 100]],
  ])('stores every byte at its position: %s', async (name, parts) => {
    const { handle, short } = await fileOf(name, parts);
    await writeFully(short, Buffer.from('0123456789'), 3);
    await handle.close();
    expect(readFileSync(path.join(folder, name), 'latin1')).toBe('\0\0\x000123456789');
  });

  it('fails on a disk that takes no more bytes, and does not try forever', async () => {
    const { handle, short } = await fileOf('full', [4, 0]);
    await expect(writeFully(short, Buffer.from('0123456789'), 0)).rejects.toThrow('takes no more bytes');
    await handle.close();
  });
});
