import { setTimeout as pause } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { EventsModule } from '@libs/events';
import { isUnavailable } from '@libs/kernel';
import { showStatus } from '@libs/logging';
import { AuthModule } from '@src/auth';
import {
  CollectLinkService,
  LinkStatesModule,
  PlanRunsService,
  RunResultStore,
  VisitingModule,
  type RunLinkReport,
} from '@src/collection';
import { LinksModule } from '@src/links';
import { ObjectDirectory } from '@src/objects';
import { EXIT } from '../../process/exit-codes';
import { readId } from '../arguments';
import { addCommand, type CommandResult, type CommandTools } from '../run-command';
import { table } from '../table';

interface CollectOptions {
  readonly object: number;
  readonly full?: boolean;
  readonly wait?: boolean;
}

const POLL_MS = 200;
/** How long the database may be unavailable while the command waits for a run, which continues. */
const OUTAGE_LIMIT_MS = 30_000;

/** `collect --object ID [--full] [--wait]`. */
export function addCollectCommand(program: Command): void {
  addCommand(program, 'collect', 'collect the links of an object now, even if they were collected recently', collect)
    .requiredOption('--object <id>', 'id of the object', readId)
    .option('--full', 'read the complete lists, not only new reviews')
    .option('--wait', 'wait for the end of the run and show its result');
}

async function collect(tools: CommandTools, options: CollectOptions): Promise<CommandResult> {
  const app = await tools.open([EventsModule, AuthModule, LinksModule, LinkStatesModule, VisitingModule]);
  const accountId = await app.get(ObjectDirectory, { strict: false }).accountOf(options.object);
  const plan = app.get(PlanRunsService, { strict: false });
  const request = { full: options.full ?? false, minGapMs: 0, refusesEmpty: true };
  const runId = await plan.collectNow(accountId, options.object, request);
  if (!options.wait)
    return { json: { run_id: runId, status: 'in_progress', links: [] }, lines: [`run ${runId} is planned`] };
  return report(runId, await finishRun(app, runId).finally(() => showStatus(null)));
}

/** Collects links of the run until the run ends. Running workers may collect others; the command needs no running service. */
async function finishRun(app: INestApplicationContext, runId: number): Promise<readonly RunLinkReport[]> {
  const collector = app.get(CollectLinkService, { strict: false });
  const results = app.get(RunResultStore, { strict: false });
  const running = new Set<Promise<void>>();
  const began = performance.now();
  for (;;) {
    const claim = await untilAvailable(() => collector.claim(runId));
    if (claim !== null) {
      const work: Promise<void> = collector.run(claim).finally(() => running.delete(work));
      running.add(work);
      continue;
    }
    const state = await untilAvailable(() => results.report(runId));
    if (state === null || state.finishedAt !== null) return state?.links ?? [];
    showStatus(progress(runId, state.links, performance.now() - began));
    await Promise.race([pause(POLL_MS), ...running]);
  }
}

/** Repeats a call while the database is unavailable, for `OUTAGE_LIMIT_MS`. */
async function untilAvailable<T>(call: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + OUTAGE_LIMIT_MS;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > deadline) throw error;
      await pause(POLL_MS);
    }
  }
}

function progress(runId: number, links: readonly RunLinkReport[], elapsedMs: number): string {
  const ended = links.filter((link) => link.outcome !== null).length;
  const read = links.reduce((sum, link) => sum + link.collected, 0);
  return `run ${runId}: ${ended} of ${links.length} links, ${read} reviews read, ${Math.round(elapsedMs / 1000)} s`;
}

function report(runId: number, links: readonly RunLinkReport[]): CommandResult {
  const collected = links.filter((link) => link.outcome !== 'dropped');
  const succeeded = collected.filter((link) => link.outcome === 'success').length;
  // Contract §2.1: a run without a collected link has failed, even if every link was disabled meanwhile.
  const status = succeeded === 0 ? 'failed' : succeeded === collected.length ? 'success' : 'partial';
  const rows = collected.map((link) => [link.linkId, link.outcome, link.collected, link.scrapeError]);
  return {
    json: {
      run_id: runId,
      status,
      links: collected.map((link) => ({
        link_id: link.linkId,
        status: link.outcome,
        scrape_error: link.scrapeError,
        collected: link.collected,
      })),
    },
    lines: [
      `run ${runId}: ${status}`,
      ...(rows.length === 0
        ? ['No link was collected: they were disabled meanwhile, or can no longer be read.']
        : table(['link', 'status', 'reviews read', 'error'], rows)),
    ],
    exitCode: { success: EXIT.done, partial: EXIT.partial, failed: EXIT.failed }[status],
  };
}
