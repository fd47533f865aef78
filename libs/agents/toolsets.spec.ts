import { toolsFor } from './mcp-server';
import { offsetOf, shown } from './paging';
import { readToolsets, TOOLSETS } from './toolsets';
import { TOOLS } from './tools/tools';

describe('toolsets (contract §4.21)', () => {
  it.each([
    ['reviews', ['reviews']],
    ['replies, reviews', ['reviews', 'replies']],
    ['default', ['reviews', 'objects', 'analytics']],
    ['default,replies', [...TOOLSETS]],
    ['all', [...TOOLSETS]],
    ['everything', null],
    ['', null],
    ['__proto__', null],
  ])('%j are %j', (text, expected) => {
    expect(readToolsets(text)).toEqual(expected);
  });

  it('there are at most twelve tools, with different names, and each toolset has some', () => {
    expect(TOOLS.length).toBeLessThanOrEqual(12);
    expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length);
  });

  it('a key of scope read_only has no tool that writes', () => {
    expect(toolsFor({ scope: 'read_only', toolsets: TOOLSETS }).filter(({ writes }) => writes)).toEqual([]);
  });

  it('every tool whose results have foreign text says so', () => {
    for (const { name, hasForeignText, description } of TOOLS)
      expect([name, description.includes('written by third parties')]).toEqual([name, hasForeignText]);
  });
});

describe('pages', () => {
  const page = { data: [1, 2], total: 5, offset: 2, has_next: true };

  it('say what is shown, and their cursor continues after it', () => {
    const { shown: words, next_cursor: cursor } = shown(page, { a: 1 });
    expect(words).toBe('3 to 4 of 5');
    expect(offsetOf(cursor ?? undefined, { a: 1 })).toBe(4);
    expect(shown({ ...page, data: [], has_next: false }, {})).toEqual({ shown: '0 of 5', total: 5, next_cursor: null });
  });

  it.each(['4', 'x.4', '000000000000.4', '__proto__', '0'.repeat(3_000)])(
    'refuse the cursor %j of other filters',
    (cursor) => {
      expect(() => offsetOf(cursor, { a: 1 })).toThrow('invalid_cursor');
    },
  );
});
