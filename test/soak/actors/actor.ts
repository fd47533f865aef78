import { setTimeout as pause } from 'node:timers/promises';
import { NoAnswer } from '../client';
import type { Random } from '../random';
import type { SoakHarness } from '../soak-harness';

/** An actor executes one step after another until the load ends, and completes the last one. */
export interface Actor {
  readonly name: string;
  /** Mean pause between two steps. */
  readonly everyMs: number;
  step(random: Random): Promise<void>;
}

/** Runs an actor until the load ends. An error of the actor itself is a violation, because its checks did not run. */
export async function runActor(harness: SoakHarness, actor: Actor, random: Random): Promise<void> {
  while (!harness.isStopping) {
    try {
      await actor.step(random);
    } catch (error) {
      if (!(error instanceof NoAnswer)) {
        const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
        harness.journal.violation('soak itself', actor.name, text);
      }
    }
    await pause(actor.everyMs * (0.5 + random.fraction()));
  }
}
