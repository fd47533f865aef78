/**
 * Wrong passwords at the address of a person and at an unknown address take the same time, so that the time does not say which
 * addresses exist (C6; ASVS 6.3.8).
 */
import { request } from 'undici';
import type { BenchRun, BenchSetup } from '../bench-run';
import type { LoadedObject } from '../gen/load-dataset';
import { BENCH_PERSON, signedIn } from '../load/console-session';
import { median, medianInterval } from '../measure/statistics';
import type { VariantServer } from '../variant-server';

/** Sign-ins of each kind in one round. */
const PAIRS = 20;
const UNKNOWN = 'absent@bench.example';

export async function measureSignIn(run: BenchRun, setup: BenchSetup, ours: VariantServer): Promise<void> {
  await signedIn(setup.product, ours.origin, [(setup.dataset.objects[0] as LoadedObject).accountId]);
  await pairOfSignIns(setup, ours.origin, 0); // starts the threads that hash
  const rounds: number[] = [];
  for (let round = 0; round < run.options.profile.rounds; round += 1) {
    const known: number[] = [];
    const unknown: number[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const { ofKnown, ofUnknown } = await pairOfSignIns(setup, ours.origin, pair);
      known.push(ofKnown);
      unknown.push(ofUnknown);
    }
    rounds.push(median(known) / median(unknown));
    run.log(`sign-in: ${Math.round(median(known))} ms known, ${Math.round(median(unknown))} ms unknown`);
  }
  const differences = rounds.map((ratio) => Math.max(ratio, 1 / ratio));
  run.cells.push({ id: 'console.C6', variant: 'ours', value: median(rounds), unit: 'known / unknown', rounds });
  run.evaluate('C6', medianInterval(differences));
}

/** Milliseconds of one wrong sign-in of each kind, in turn first. The counted guesses are removed before it. */
async function pairOfSignIns(
  { product }: BenchSetup,
  origin: string,
  pair: number,
): Promise<{ readonly ofKnown: number; readonly ofUnknown: number }> {
  await product.database.query('delete from sign_in_window');
  if (pair % 2 === 0) {
    const ofKnown = await wrongSignIn(origin, BENCH_PERSON.email);
    return { ofKnown, ofUnknown: await wrongSignIn(origin, UNKNOWN) };
  }
  const ofUnknown = await wrongSignIn(origin, UNKNOWN);
  return { ofKnown: await wrongSignIn(origin, BENCH_PERSON.email), ofUnknown };
}

async function wrongSignIn(origin: string, email: string): Promise<number> {
  const began = performance.now();
  const { statusCode, body } = await request(`${origin}/console/api/sign-in`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-hrev-console': '1',
      'sec-fetch-site': 'same-origin',
      origin,
    },
    body: JSON.stringify({ email, password: 'a wrong password of length' }),
  });
  const text = await body.text();
  if (statusCode !== 401) throw new Error(`a wrong sign-in gave ${statusCode}: ${text}`);
  return performance.now() - began;
}
