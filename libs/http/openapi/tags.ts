/** The group of the operations of v3 that no key opens. It stands last in the API reference. */
export const CONSOLE_ONLY = 'Console only';

/** The groups of operations, in the order of the API reference. Each document lists the groups that it uses. */
const TAGS: readonly (readonly [name: string, description: string])[] = [
  ['Objects', 'What you track: a hotel, a branch, an app.'],
  ['Groups', 'What you track: a hotel, a branch, an app. v3 calls them objects.'],
  ['Links', 'The pages of an object on the platforms, one on each. The platform is recognized by the address.'],
  ['Imports', 'Objects and links from a file.'],
  ['Runs', 'Collection runs and the result of each link.'],
  ['Reviews', 'The feed with its filters, single reviews, and a sync that keeps a copy right.'],
  ['Replies', 'Your replies, published on the platforms.'],
  ['Reply proposals', 'Replies that an agent or a person proposes, and the decisions about them.'],
  [
    'Hidden and pinned reviews',
    'What the feed of an object leaves out and shows first. What is stored stays as it is.',
  ],
  ['Exports', 'Files of reviews, written in the background and kept for a day.'],
  ['Embeds', 'Public tokens with which a web page shows reviews.'],
  ['Web pages', 'What pages with an embed load. No key is needed.'],
  ['Folders', 'Sets of objects, two levels deep, by which reviews and figures can be requested.'],
  ['Analytics', 'Figures of reviews, by platform and over time.'],
  ['Webhooks', 'Deliveries of new reviews, new replies and finished collection runs to your address.'],
  ['Sources', 'The platforms of this installation.'],
  ['Account', 'Plan, limits and usage of the account that a key belongs to.'],
  ['Support', 'Messages to the developers.'],
  ['Administration', 'For keys of scope `master`: accounts, confirmations, messages and figures of the whole service.'],
  ['Health', 'For monitoring; no key is needed.'],
  [CONSOLE_ONLY, 'For persons with a session of the console. With any key the response is 403 `session_required`.'],
  [
    'Sign-in',
    'Passwords, second factors, and the links to set up an account, to join one and to choose a new password.',
  ],
  ['Person', 'The signed-in person: settings, second factors and sessions.'],
  ['Overview', 'What waits for a person in an account.'],
  ['Inbox', 'Aids to read and answer reviews: photos, templates, who else is writing, and the export.'],
  ['Views', 'Saved addresses of screens.'],
  ['Live changes', 'The stream of what changes in an account.'],
  ['Notices', 'Notices of an account and their channels.'],
  ['Members', 'The persons of an account and their roles.'],
  ['Records', 'The audit trail of an account and the requests of its keys.'],
];

interface Tag {
  readonly name: string;
  readonly description?: string;
}

/** The place of a tag in the API reference. */
export function placeOf(tag: string): number {
  const place = TAGS.findIndex(([name]) => name === tag);
  return place < 0 ? TAGS.length : place;
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
