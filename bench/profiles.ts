/** Amounts of data and durations per profile. Every profile has the same measurements. */
export type ProfileName = 'smoke' | 'std' | 'full' | 'large';

export interface Profile {
  readonly name: ProfileName;
  readonly reviews: number;
  /** Reviews of the second database, for measuring growth. */
  readonly twin: number;
  readonly rounds: number;
  /** How long one variant runs in one round. */
  readonly sliceMs: number;
  readonly warmUpMs: number;
  /** New reviews that each side of an ingest round ingests. */
  readonly ingestRows: number;
  /** Due links in one round of claiming. */
  readonly dueLinks: number;
  /** Jobs in one round of a queue that is compared with claiming. */
  readonly queueJobs: number;
  /** Reviews that are exported in one round. */
  readonly exportReviews: number;
  /** Reviews of the trial's large link. */
  readonly trialReviews: number;
  /** Duration of one round of first collections, and the number of such rounds: workers take seconds to start. */
  readonly bulkMs: number;
  readonly bulkRounds: number;
  /** Links in one round of collecting over HTTP. */
  readonly wholePathLinks: number;
  /** Links in one round of rendering. */
  readonly renderedLinks: number;
  /** Links of a cycle in which nothing changes. */
  readonly quietLinks: number;
  /** Links that come due within one second while the API is measured. */
  readonly burstLinks: number;
  /** Objects that are created in one round, one after the other. */
  readonly firstReviews: number;
  /** How long writers write in a soak. */
  readonly soakMs: number;
}

const FULL: Profile = {
  name: 'full',
  reviews: 3_000_000,
  twin: 300_000,
  rounds: 9,
  sliceMs: 2_000,
  warmUpMs: 2_000,
  ingestRows: 20_000,
  dueLinks: 20_000,
  queueJobs: 8_000,
  exportReviews: 120_000,
  trialReviews: 100_000,
  bulkMs: 20_000,
  bulkRounds: 5,
  wholePathLinks: 200,
  renderedLinks: 40,
  quietLinks: 10_000,
  burstLinks: 5_000,
  firstReviews: 60,
  soakMs: 10_000,
};

export const PROFILES: Readonly<Record<ProfileName, Profile>> = {
  smoke: {
    name: 'smoke',
    reviews: 100_000,
    twin: 10_000,
    rounds: 5,
    sliceMs: 1_000,
    warmUpMs: 1_000,
    ingestRows: 4_000,
    dueLinks: 2_000,
    queueJobs: 1_000,
    exportReviews: 20_000,
    trialReviews: 10_000,
    bulkMs: 8_000,
    bulkRounds: 3,
    wholePathLinks: 40,
    renderedLinks: 12,
    quietLinks: 1_000,
    burstLinks: 1_000,
    firstReviews: 20,
    soakMs: 5_000,
  },
  std: {
    name: 'std',
    reviews: 1_000_000,
    twin: 100_000,
    rounds: 6,
    sliceMs: 2_000,
    warmUpMs: 2_000,
    ingestRows: 10_000,
    dueLinks: 10_000,
    queueJobs: 4_000,
    exportReviews: 60_000,
    trialReviews: 100_000,
    bulkMs: 12_000,
    bulkRounds: 5,
    wholePathLinks: 100,
    renderedLinks: 24,
    quietLinks: 4_000,
    burstLinks: 5_000,
    firstReviews: 40,
    soakMs: 10_000,
  },
  full: FULL,
  large: { ...FULL, name: 'large', reviews: 10_000_000, twin: 1_000_000 },
};
