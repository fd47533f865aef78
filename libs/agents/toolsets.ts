/** Groups of tools, of which a client chooses some. */
export const TOOLSETS = ['reviews', 'objects', 'analytics', 'replies'] as const;
export type Toolset = (typeof TOOLSETS)[number];

/** Those of a client that chooses none. They only read. */
export const DEFAULT_TOOLSETS: readonly Toolset[] = ['reviews', 'objects', 'analytics'];

/** Reads names of toolsets, separated by commas; `default` and `all` mean several. Returns null for a name that is none. */
export function readToolsets(text: string): readonly Toolset[] | null {
  const chosen = new Set<Toolset>();
  for (const name of text.split(',').map((part) => part.trim())) {
    if (name === 'default') for (const each of DEFAULT_TOOLSETS) chosen.add(each);
    else if (name === 'all') for (const each of TOOLSETS) chosen.add(each);
    else if (TOOLSETS.some((known) => known === name)) chosen.add(name as Toolset);
    else return null;
  }
  return TOOLSETS.filter((each) => chosen.has(each));
}
