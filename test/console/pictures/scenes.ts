import type { Page } from 'playwright';
import type { Cast, Member } from './stage';

/** A screen in one state. */
export interface Scene {
  readonly name: string;
  readonly cast: Cast;
  /** The address below /console. */
  readonly path: string | ((member: Member) => string);
  /** Whether all requests for data fail. */
  readonly isBroken?: true;
  /** What a person does before the picture. */
  readonly act?: (page: Page) => Promise<void>;
  /** The name of the picture in the documentation, which has one in each theme. */
  readonly docs?: string;
}

const inAccount = (path: string) => (member: Member) => `a/${member.accountId}/${path}`;
const inObject = (path: string) => (member: Member) =>
  `a/${member.accountId}/objects/${member.town?.objects[0]?.id}/${path}`;
const review =
  (which: 'refused' | 'published' | 'open', search = '') =>
  (member: Member) =>
    `a/${member.accountId}/reviews/${member.activity?.reviews[which]}${search}`;
const inWebhook = (path: string) => (member: Member) =>
  `a/${member.accountId}/webhooks/${member.activity?.webhookId}/${path}`;

/** Screens of an account: each is pictured full, empty, with very much data, and with failed requests. */
const SCREENS = {
  overview: 'overview',
  reviews: 'reviews',
  objects: 'objects',
  'new-object': 'objects/new',
  'import-objects': 'objects/import',
  folders: 'folders',
  analytics: 'analytics',
  webhooks: 'webhooks',
  'new-webhook': 'webhooks/new',
  keys: 'keys',
  requests: 'requests',
  connections: 'connections',
  'connections-google': 'connections/google',
  notices: 'notices',
  profile: 'settings/profile',
  security: 'settings/security',
  sessions: 'settings/sessions',
  members: 'settings/members',
  'reply-policy': 'settings/reply-policy',
  usage: 'settings/usage',
  audit: 'settings/audit',
  close: 'settings/close',
} as const;

const OBJECT_TABS = ['links', 'pinned', 'hidden', 'runs', 'settings'] as const;
const OPERATOR = ['sources', 'sources/trustpilot', 'queues', 'accounts', 'messages', 'system'] as const;
const ENTRIES = ['sign-in', 'second-factor', 'enrol', 'setup', 'join', 'reset'] as const;

/** Rows of an import: right ones, some that need a look, and some that cannot be imported. */
const ROWS_TO_IMPORT = `name,url
Pier Lodge,www.trustpilot.com/review/pier-lodge.example https://store.steampowered.com/app/440
Bay House,https://www.trustpilot.com/review/bay-house.example
BAY HOUSE,https://www.trustpilot.com/review/bay-house.example
Cliff Inn,https://nowhere.example/cliff
Dune Hotel,
,https://www.trustpilot.com/review/without-a-name.example`;

const press = (role: 'button' | 'link' | 'tab', name: string | RegExp) => async (page: Page) =>
  page.getByRole(role, { name }).first().click();

/** Names in DOCS are those of the pictures in the documentation. */
const DOCS: Readonly<Record<string, string>> = {
  overview: 'overview',
  analytics: 'analytics',
  connections: 'connections',
};

const screens = Object.entries(SCREENS).flatMap(([name, path]): readonly Scene[] => [
  { name, cast: 'full', path: inAccount(path), ...(DOCS[name] === undefined ? {} : { docs: DOCS[name] }) },
  { name: `${name}-empty`, cast: 'empty', path: inAccount(path) },
  { name: `${name}-large`, cast: 'large', path: inAccount(path) },
  { name: `${name}-error`, cast: 'full', path: inAccount(path), isBroken: true },
]);

const objectTabs = OBJECT_TABS.flatMap((tab): readonly Scene[] => [
  { name: `object-${tab}`, cast: 'full', path: inObject(tab), ...(tab === 'links' ? { docs: 'object' } : {}) },
  { name: `object-${tab}-large`, cast: 'large', path: inObject(tab) },
  { name: `object-${tab}-error`, cast: 'full', path: inObject(tab), isBroken: true },
]);

const details: readonly Scene[] = [
  {
    name: 'review-refused',
    cast: 'full',
    path: review('refused', '?has_reply=false&max_rating=2.99'),
    docs: 'reviews',
  },
  { name: 'review-published', cast: 'full', path: review('published') },
  { name: 'review-open', cast: 'full', path: review('open') },
  { name: 'review-viewer', cast: 'viewer', path: review('open') },
  { name: 'reviews-low', cast: 'full', path: inAccount('reviews?has_reply=false&max_rating=2.99&period=30d') },
  { name: 'reviews-failed', cast: 'full', path: inAccount('reviews?reply_status=failed') },
  { name: 'reviews-proposed', cast: 'full', path: inAccount('reviews?reply_status=proposed') },
  { name: 'reviews-gone', cast: 'full', path: inAccount('reviews?only_deleted=true') },
  { name: 'reviews-no-match', cast: 'full', path: inAccount('reviews?search=qqqqq&has_reply=false&period=7d') },
  { name: 'reviews-filter', cast: 'full', path: inAccount('reviews'), act: press('button', /^(Add filter|Filter)/) },
  { name: 'overview-viewer', cast: 'viewer', path: inAccount('overview') },
  {
    name: 'overview-object',
    cast: 'full',
    path: (member) => `a/${member.accountId}/overview?scope=object:${member.town?.objects[1]?.id}`,
  },
  { name: 'analytics-table', cast: 'full', path: inAccount('analytics?view=table&period=12m') },
  { name: 'folder', cast: 'full', path: (member) => `a/${member.accountId}/folders/${member.town?.folderId}` },
  { name: 'folder-large', cast: 'large', path: (member) => `a/${member.accountId}/folders/${member.town?.folderId}` },
  { name: 'object-run', cast: 'full', path: (member) => `${inObject('runs')(member)}/${member.activity?.runId}` },
  { name: 'deliveries', cast: 'full', path: inWebhook('deliveries') },
  {
    name: 'delivery',
    cast: 'full',
    path: (member) => `${inWebhook('deliveries')(member)}/${member.activity?.deliveryId}`,
    docs: 'deliveries',
  },
  {
    name: 'delivery-body',
    cast: 'full',
    path: (member) => `${inWebhook('deliveries')(member)}/${member.activity?.deliveryId}?part=body`,
  },
  { name: 'webhook-settings', cast: 'full', path: inWebhook('settings') },
  { name: 'webhook-verify', cast: 'full', path: inWebhook('verify') },
  { name: 'webhook-recover', cast: 'full', path: inWebhook('deliveries'), act: press('button', 'Recover since…') },
  { name: 'request', cast: 'full', path: (member) => `a/${member.accountId}/requests/${member.activity?.requestId}` },
  { name: 'connect-google-before', cast: 'full', path: inAccount('connections/google?step=before') },
  {
    name: 'connect-google-fields',
    cast: 'full',
    path: inAccount('connections/google?step=before'),
    act: async (page) => {
      await page.getByText('Enter credentials of your own instead').click();
      await page.getByRole('radio').last().check();
    },
  },
  { name: 'connect-booking-fields', cast: 'full', path: inAccount('connections/booking?step=before') },
  { name: 'connect-trustpilot-fields', cast: 'full', path: inAccount('connections/trustpilot?step=before') },
  {
    name: 'import-objects-rows',
    cast: 'full',
    path: inAccount('objects/import'),
    act: async (page) => {
      await page.getByRole('textbox').fill(ROWS_TO_IMPORT);
      await press('button', 'Check the rows')(page);
      await page.getByRole('table').waitFor();
    },
  },
  { name: 'keys-viewer', cast: 'viewer', path: inAccount('keys') },
  { name: 'keys-new', cast: 'full', path: inAccount('keys'), act: press('button', 'Create key') },
  { name: 'members-invite', cast: 'full', path: inAccount('settings/members'), act: press('button', 'Invite person') },
  { name: 'security-add', cast: 'full', path: inAccount('settings/security'), act: press('button', /Add/) },
  { name: 'not-found', cast: 'full', path: 'a/999999/overview' },
  { name: 'palette', cast: 'full', path: inAccount('overview'), act: (page) => page.keyboard.press('Control+k') },
  { name: 'help', cast: 'full', path: inAccount('reviews'), act: (page) => page.keyboard.press('?') },
];

const operator = OPERATOR.flatMap((path): readonly Scene[] => {
  const name = `operator-${path.replace('/', '-')}`;
  return [
    { name, cast: 'operator', path: `operator/${path}`, ...(path === 'sources' ? { docs: 'sources' } : {}) },
    { name: `${name}-error`, cast: 'operator', path: `operator/${path}`, isBroken: true },
  ];
});

export const SCENES: readonly Scene[] = [
  ...screens,
  ...objectTabs,
  ...details,
  ...operator,
  { name: 'operator-account', cast: 'operator', path: (member) => `operator/accounts/${member.accountId}` },
  { name: 'operator-client', cast: 'operator', path: 'operator/sources/google/client' },
  {
    name: 'operator-probe',
    cast: 'operator',
    path: 'operator/sources',
    act: press('button', 'Probe an address'),
  },
  ...ENTRIES.map((path): Scene => ({ name: path, cast: 'signed-out', path })),
];
