import type { SourceControlService, SourceControlStore, SourceHealthStore } from '@src/collection';
import type { SourceCatalogue } from '@src/sources';
import type { DriftReader } from './drift-reader.service';
import { SourcesReport } from './sources-report.service';

/** A report of no sources, whose reads of the database end as the test decides. */
function aReport() {
  const reads: { readonly resolve: (rows: readonly never[]) => void; readonly reject: (error: Error) => void }[] = [];
  const none = () => Promise.resolve([]);
  const health = {
    hours: () => new Promise<readonly never[]>((resolve, reject) => reads.push({ resolve, reject })),
    lastGood: () => Promise.resolve(new Map()),
    ages: none,
    unreadParts: none,
    visitsByAccount: none,
    activeLinks: none,
  } as unknown as SourceHealthStore;
  const report = new SourcesReport(
    { all: () => [] } as unknown as SourceCatalogue,
    health,
    { states: none, links: none } as unknown as SourceControlStore,
    {} as SourceControlService,
    { read: none } as unknown as DriftReader,
  );
  return { report, reads };
}

describe('the cached report of the sources', () => {
  it('is read again after it failed', async () => {
    const { report, reads } = aReport();
    const failing = report.read();
    reads[0]?.reject(new Error('the database is gone'));
    await expect(failing).rejects.toThrow('the database is gone');
    const next = report.read();
    reads[1]?.resolve([]);
    await expect(next).resolves.toEqual([]);
  });

  it('stays if an earlier one fails after a source was changed', async () => {
    const { report, reads } = aReport();
    const earlier = report.read();
    report.forget();
    const later = report.read();
    reads[0]?.reject(new Error('the database is gone'));
    await expect(earlier).rejects.toThrow('the database is gone');
    reads[1]?.resolve([]);
    await later;
    await report.read();
    expect(reads).toHaveLength(2);
  });
});
