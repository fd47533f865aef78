/** The groups of operations, in the order of the API reference. Each version lists the groups that it uses. */
const TAGS: readonly (readonly [name: string, description: string])[] = [
  ['Objects', 'What you track: a hotel, a branch, an app.'],
  ['Groups', 'What you track: a hotel, a branch, an app. v3 calls them objects.'],
  ['Links', 'The pages of an object on the platforms, one on each. The platform is recognized by the address.'],
  ['Runs', 'Collection runs and the result of each link.'],
  ['Reviews', 'The feed with its filters, single reviews, and a sync that keeps a copy right.'],
  ['Replies', 'Your replies, published on the platforms.'],
  [
    'Hidden and pinned reviews',
    'What the feed of an object leaves out and shows first. What is stored stays as it is.',
  ],
  ['Folders', 'Sets of objects, two levels deep, by which reviews and figures can be requested.'],
  ['Analytics', 'Figures of reviews, by platform and over time.'],
  ['Webhooks', 'Deliveries of new reviews, new replies and finished collection runs to your address.'],
  ['Sources', 'The platforms of this installation.'],
  ['Account', 'Plan, limits and usage of the account that a key belongs to.'],
  ['Support', 'Messages to the developers.'],
  ['Console only', 'Possible only in the account console; with any key the response is 403 `session_required`.'],
  ['Administration', 'For keys of scope `master`: accounts, confirmations, messages and figures of the whole service.'],
  ['Health', 'For monitoring; no key is needed.'],
];

interface Tag {
  readonly name: string;
  readonly description?: string;
}

/** The tags of a document in the order of `TAGS`; tags that it does not list come last. */
export function tagsOf(used: ReadonlySet<string>): Tag[] {
  const known = new Set(TAGS.map(([name]) => name));
  const others = [...used].filter((name) => !known.has(name)).sort();
  return [
    ...TAGS.filter(([name]) => used.has(name)).map(([name, description]) => ({ name, description })),
    ...others.map((name) => ({ name })),
  ];
}
