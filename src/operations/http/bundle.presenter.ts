import { Injectable } from '@nestjs/common';
import { wireTime } from '@libs/kernel';
import packageJson from '../../../package.json';
import { ChecksService } from '../checks/checks.service';
import { ProcessStore } from '../persistence/process.store';
import { QueuesQuery } from '../persistence/queues.query';
import { SourcesReport } from '../sources-report.service';
import { presentProcess, presentQueue } from './queue.shapes';
import { presentEvent } from './source-parts.shapes';
import { presentSource, presentTotals } from './source.shapes';
import { presentCheck, type BundleShown } from './system.shapes';

/** The support bundle: what a report of a problem needs, without secrets and without data of clients. */
@Injectable()
export class BundlePresenter {
  constructor(
    private readonly checks: ChecksService,
    private readonly report: SourcesReport,
    private readonly queues: QueuesQuery,
    private readonly processes: ProcessStore,
  ) {}

  async bundle(): Promise<BundleShown> {
    const { sources, totals } = await this.report.list();
    const events: Record<string, readonly object[]> = {};
    for (const { source } of sources) events[source.slug] = (await this.report.events(source.id)).map(presentEvent);
    return {
      generated_at: wireTime(new Date()),
      version: packageJson.version,
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      settings: this.checks.settings(),
      checks: (await this.checks.run()).map(presentCheck),
      processes: (await this.processes.list()).map((one) => presentProcess(one, packageJson.version)),
      queues: (await this.queues.states()).map(presentQueue),
      totals: presentTotals(totals),
      sources: sources.map(presentSource),
      events,
    };
  }
}
