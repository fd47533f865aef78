import { Injectable } from '@nestjs/common';
import { LeasedWorker, underLease, WakeupHandlers, type NextPoll } from '@libs/queue';
import { ConsentWork } from '../consent-work.service';
import { CONSENTS_DUE } from '../consent-flows.service';
import { ConsentFlowStore, type ClaimedFlow } from '../persistence/consent-flow.store';

const LEASE_MS = 30_000;
/** A thousand pairs, each with a request. */
const LIMIT_MS = 1_800_000;

/** Reads the cards of consents, and tests the pairs that persons chose. */
@Injectable()
export class ConsentWorker extends LeasedWorker<ClaimedFlow> {
  constructor(
    handlers: WakeupHandlers,
    private readonly flows: ConsentFlowStore,
    private readonly work: ConsentWork,
  ) {
    super(handlers, {
      noun: 'consents',
      wakeups: [CONSENTS_DUE],
      slots: 2,
      batch: 1,
      finishMs: 2_000,
      cleanupMs: 3_000,
      describe: ({ id }) => ({ flow_id: id }),
    });
  }

  protected async claim(): Promise<readonly ClaimedFlow[]> {
    const claim = await this.flows.claim(LEASE_MS);
    return claim === null ? [] : [claim];
  }

  protected async carryOut(claim: ClaimedFlow, stop: AbortSignal): Promise<NextPoll> {
    const job = {
      leaseMs: LEASE_MS,
      renew: () => this.flows.renew(claim, LEASE_MS),
      limit: { ms: LIMIT_MS, reason: new Error('the work took too long') },
    };
    await underLease(job, stop, (signal) => this.work.carryOut(claim, signal)).catch(async (error: unknown) => {
      // Another worker continues at once where this process stops.
      if (stop.aborted) await this.flows.postpone(claim, 0);
      else throw error;
    });
    return 'at_once';
  }
}
