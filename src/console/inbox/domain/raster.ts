/** The type of a picture by its first bytes; null for everything that is not a raster picture, such as SVG and HTML. */
export function rasterType(bytes: Buffer): string | null {
  const found = SIGNATURES.find(({ parts }) =>
    parts.every(({ at, text }) => bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))),
  );
  return found?.type ?? null;
}

interface Signature {
  readonly type: string;
  readonly parts: readonly { readonly at: number; readonly text: string }[];
}

const SIGNATURES: readonly Signature[] = [
  { type: 'image/jpeg', parts: [{ at: 0, text: '\xFF\xD8\xFF' }] },
  { type: 'image/png', parts: [{ at: 0, text: '\x89PNG\r\n\x1A\n' }] },
  { type: 'image/gif', parts: [{ at: 0, text: 'GIF87a' }] },
  { type: 'image/gif', parts: [{ at: 0, text: 'GIF89a' }] },
  {
    type: 'image/webp',
    parts: [
      { at: 0, text: 'RIFF' },
      { at: 8, text: 'WEBP' },
    ],
  },
  {
    type: 'image/avif',
    parts: [
      { at: 4, text: 'ftyp' },
      { at: 8, text: 'avif' },
    ],
  },
];
