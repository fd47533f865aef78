/**
 * Whether a worker process with this `HREV_COLLECT_BROWSER` collects from a source. `reading` is how the public pages of the source are
 * read; undefined: the source has no public pages, or this version does not know it. Each source has workers of one kind, so that its
 * links are never claimed by a process that cannot read them.
 */
export function collectsFrom(use: 'on' | 'off' | 'only', reading: 'http' | 'browser' | 'both' | undefined): boolean {
  if (use === 'on') return true;
  const mayNeedBrowser = reading === 'browser' || reading === 'both';
  return mayNeedBrowser === (use === 'only');
}
