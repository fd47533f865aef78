/**
 * The versions of the Graph API, each with the day on which Facebook ends it:
 * https://developers.facebook.com/docs/graph-api/changelog/versions/ (read in November 2026)
 *
 * Facebook's reference says that recommendations cannot be read with version 22.0 and later, so 21.0 is requested while it exists, and
 * the road ends with it. Later the oldest version that has not ended is requested: its refusal says what is missing. An operator for whom
 * another version works names it (`HREV_FACEBOOK_GRAPH_VERSION`).
 */
const VERSIONS: readonly { readonly version: string; readonly endsAt: string | null }[] = [
  { version: 'v21.0', endsAt: '2027-01-21' },
  { version: 'v22.0', endsAt: '2027-05-20' },
  { version: 'v23.0', endsAt: '2027-10-08' },
  { version: 'v24.0', endsAt: '2028-02-18' },
  { version: 'v25.0', endsAt: '2028-07-29' },
  { version: 'v26.0', endsAt: null },
];
/** The last version with recommendations. */
const LAST_WITH_RECOMMENDATIONS = 'v21.0';

/** The version to request at a time. `configured`: the version of the operator, or null. */
export function versionAt(now: Date, configured: string | null): string {
  const day = now.toISOString().slice(0, 10);
  const living = VERSIONS.find(({ endsAt }) => endsAt === null || day < endsAt);
  return configured ?? living?.version ?? LAST_WITH_RECOMMENDATIONS;
}

/** The day on which the road ends; null if Facebook has not announced it. */
export function roadEnd(configured: string | null): string | null {
  const version = configured ?? LAST_WITH_RECOMMENDATIONS;
  return VERSIONS.find((known) => known.version === version)?.endsAt ?? null;
}
