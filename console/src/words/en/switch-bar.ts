/** What the operator has switched off. `platforms`: the names of platforms, joined; null for all. */
export const switchBarWords = {
  label: 'Switched off by your operator',
  replies: (platforms: string | null, since: string) =>
    `Replies${on(platforms)} are switched off by your operator since ${since}.`,
  webhooks: (platforms: string | null, since: string) =>
    `Deliveries${platforms === null ? '' : ` with reviews of ${platforms}`} are switched off by your operator since ${since}.`,
  collection: (platforms: string | null, since: string) =>
    `Collection${platforms === null ? '' : ` of ${platforms}`} is switched off by your operator since ${since}.`,
  notes: {
    replies: 'You can write replies. They wait, and are published when this ends.',
    webhooks: 'Nothing is lost: deliveries are kept, and are sent when this ends.',
    collection: 'Your reviews stay. New ones are collected when this ends.',
  },
  and: ' and ',
} as const;

const on = (platforms: string | null): string => (platforms === null ? '' : ` on ${platforms}`);
