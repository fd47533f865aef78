import { seededRandom } from '@test/support/feed-harness';

/**
 * Random numbers of a run. Every actor uses its own stream, derived from the seed and the actor's name, so that its choices do
 * not depend on other actors.
 */
export class Random {
  private readonly next: () => number;

  constructor(
    private readonly seed: number,
    private readonly name = 'root',
  ) {
    this.next = seededRandom(hashOf(`${seed} ${name}`));
  }

  stream(name: string): Random {
    return new Random(this.seed, `${this.name}/${name}`);
  }

  /** 0 <= n < 1. */
  fraction(): number {
    return this.next();
  }

  /** A whole number, both bounds included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Undefined only if the list is empty. */
  pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.next() * list.length)];
  }

  /** One of the keys, with a probability proportional to its weight. Throws if there is none. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
    const entries = Object.entries(weights) as [T, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      left -= weight;
      if (left < 0) return key;
    }
    const last = entries.at(-1);
    if (last === undefined) throw new Error('nothing to choose from');
    return last[0];
  }

  /** `count` different elements, or all if there are fewer. */
  sample<T>(list: readonly T[], count: number): T[] {
    const left = [...list];
    const sample: T[] = [];
    while (sample.length < count && left.length > 0)
      sample.push(...left.splice(Math.floor(this.next() * left.length), 1));
    return sample;
  }
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
