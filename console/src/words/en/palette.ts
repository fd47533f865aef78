import { count } from './plurals';

export const paletteWords = {
  title: 'Search or jump to',
  placeholder: 'A page, an object, or an id such as “review 184220”',
  results: 'Results',
  count: (n: number) => count(n, 'result', 'results'),
  none: 'Nothing matches. Objects, folders, webhooks and pages are found by name, reviews, requests and deliveries by id.',
  byId: 'By id',
  actions: 'Actions',
  pages: 'Pages',
  objects: 'Objects',
  folders: 'Folders',
  webhooks: 'Webhooks',
  accounts: 'Accounts',
  go: (letter: string) => `G ${letter.toUpperCase()}`,
  theme: (name: string) => `Theme: ${name}`,
  themeAlso: 'mode, appearance, colors',
  signOutAlso: 'log out, leave',
  listener: (id: number) => `Listener ${id}`,
  pauseWebhook: (host: string) => `Pause the webhook of ${host}`,
  resumeWebhook: (host: string) => `Switch on the webhook of ${host}`,
  openId: {
    review: (id: string) => `Open review ${id}`,
    request: (id: string) => `Open request ${id}`,
    delivery: (id: string) => `Find delivery ${id}`,
  },
  noDelivery: (id: string) => `No webhook of this account has a delivery ${id}.`,
} as const;
