import { count } from './plurals';

export const replyPolicyWords = {
  title: 'Reply policy',
  intro:
    'Keys with the access "Read and propose" propose replies, and you approve them in the reviews. This policy answers some reviews at once, always with a text of yours: what was proposed is never published by it.',
  enabled: 'Answer proposals by these rules',
  daily: 'Most answers in 24 hours',
  dailyHelp: 'From 1 to 200. Proposals beyond it wait for a person.',
  badDaily: 'Choose a number from 1 to 200.',
  used: (n: number) => `${count(n, 'answer', 'answers')} in the last 24 hours.`,
  changed: (at: string, by: string | null) => (by === null ? `Changed ${at}.` : `Changed ${at} by ${by}.`),
  changedMeanwhile: (by: string | null) =>
    `${by ?? 'Another person'} changed the policy while you edited it. Saving yours replaces that change.`,
  takeTheirs: 'Take theirs',
  keepMine: 'Keep mine',
  never: 'Off until an owner switches it on.',
  empty: 'No rules yet: every proposal waits for a person.',
  rule: (n: number) => `Rule ${n}`,
  add: 'Add rule',
  most: 'There are 20 rules, the most.',
  remove: (n: number) => `Remove rule ${n}`,
  rating: 'Least rating',
  ratings: { '1': '1 star', '2': '2 stars', '3': '3 stars', '4': '4 stars', '5': '5 stars' },
  text: 'Reviews',
  texts: { none: 'without words', any: 'with or without words' },
  sources: 'Platforms',
  objects: 'Objects',
  all: 'All',
  template: 'Reply',
  templateHelp:
    '{author}, {object} and {rating} are filled in. Where the author of a review does not look like a name, the review waits for a person.',
  templateMissing: 'Write the reply.',
  unknown: (brace: string) => `${brace} is not known. Use {author}, {object} or {rating}.`,
  save: 'Save policy',
  saved: 'The policy is saved.',
  proof: 'Saving needs your password or another proof again.',
} as const;
