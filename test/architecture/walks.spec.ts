import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The files that ARCHITECTURE.md names exist. */
const ROOT = path.resolve(__dirname, '../..');
const FILE = /`((?:src|libs|test|scripts)\/[\w./-]+\.(?:ts|mjs))`/g;

const filesIn = (text: string): readonly string[] => [...text.matchAll(FILE)].map(([, file = '']) => file);

describe('ARCHITECTURE.md', () => {
  const text = readFileSync(path.join(ROOT, 'ARCHITECTURE.md'), 'utf8');

  it('names only files that exist', () => {
    expect(filesIn(text).filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  it.each([
    'How a review is collected',
    'How an object is created',
    'How an event is delivered',
    'How a reply is published',
  ])('"%s" names more than five files', (title) => {
    const section = text.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
    expect(new Set(filesIn(section)).size).toBeGreaterThan(5);
  });

  it('the check extracts names of files', () => {
    expect(filesIn('see `src/gone/gone.service.ts`')).toEqual(['src/gone/gone.service.ts']);
  });
});
