import { setFlagsFromString } from 'node:v8';

/**
 * Prevents V8 from pretenuring the results of queries; call it before the first query.
 *
 * V8 records the lifetime of objects per allocation site. If most objects of a site survive one collection, it allocates later ones
 * in the old generation. The driver allocates the results of all statements at the same few sites, and under load many are live
 * when a collection runs. A result in the old generation retains its rows and texts until the next full collection. Measured with
 * bodies of 6 KB: reading one takes 32 µs of CPU instead of 49, and a young collection frees 12.5 of 13 MB instead of 2.5 of 6 MB.
 */
export function keepResultsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
