/** Runs visits in which some responses of the sandbox platform are replaced, for tests of one platform's rules. */
import type { SandboxPlatform, SandboxRequest, SandboxResponse } from '../sandbox';
import type { PlatformSource } from '../source';
import { ConformanceFixture, type ConformanceOptions } from './conformance-fixture';
import type { ObservedVisit } from './observed-visit';

export interface AlteredVisit {
  readonly source: PlatformSource;
  readonly platform: SandboxPlatform;
  readonly key: string;
  readonly canonicalUrl: string;
  /** The connection of the object, for a visit on an owner road. */
  readonly connection?: ConformanceOptions['connection'];
  /** Number of reviews of the listing. */
  readonly count: number;
  /** Returns the response to a request, or null for the response of the sandbox platform. */
  readonly override?: (request: SandboxRequest) => SandboxResponse | null;
  /** Changes the listing before the visit. */
  readonly prepare?: (fixture: ConformanceFixture) => void;
}

/** Visits a listing once; returns the visit and the addresses that it requested. */
export async function alteredVisit(options: AlteredVisit): Promise<{ visit: ObservedVisit; urls: readonly URL[] }> {
  const { source, platform, key, canonicalUrl, connection, count, override = () => null, prepare } = options;
  const altered: SandboxPlatform = {
    ...platform,
    respond: (request, findListing, context) => override(request) ?? platform.respond(request, findListing, context),
  };
  const fixture = new ConformanceFixture(source, altered, {
    ...{ key, canonicalUrl, otherUrls: [], invalidUrls: [], pageSize: 1 },
    ...(connection === undefined ? {} : { connection }),
  });
  await fixture.sandbox.start();
  try {
    fixture.reset();
    fixture.addReviews(count);
    prepare?.(fixture);
    return { visit: await fixture.visit(), urls: fixture.sandbox.requests.map(({ url }) => new URL(url)) };
  } finally {
    await fixture.sandbox.stop();
  }
}
