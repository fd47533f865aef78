import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { foldersQuery } from '../../api/queries/folders';
import { findDelivery } from '../../api/queries/deliveries';
import { objectsQuery } from '../../api/queries/objects';
import { problemFacts } from '../../api/problem';
import { meQuery, type Membership } from '../../api/queries/session';
import { webhooksQuery } from '../../api/queries/webhooks';
import { addressOf as webAddressOf } from '../../lib/address';
import { pageActions } from '../../lib/page-actions';
import { frameWords } from '../../words/en/frame';
import { paletteWords } from '../../words/en/palette';
import { SCHEMES, useSignOut, useTheme } from '../person-acts';
import type { Place } from '../places';
import { addressOf } from '../use-places';
import { idOf, type Entry, type Group, type NamedId } from './matches';

interface GroupOptions {
  readonly account: Membership;
  readonly places: readonly Place[];
  readonly text: string;
  readonly onHelp: () => void;
  readonly onProblem: (text: string) => void;
}

const IDS = {
  review: '/a/$accountId/reviews/$reviewId',
  request: '/a/$accountId/requests/$requestId',
  delivery: '/a/$accountId/webhooks/$webhookId/deliveries/$deliveryId',
} as const;
const FOLDER = '/a/$accountId/folders/$folderId';

/** Everything that the palette finds, in the order in which it is shown. */
export function useGroups({ account, places, text, onHelp, onProblem }: GroupOptions): readonly Group[] {
  const navigate = useNavigate();
  const { routesByPath } = useRouter();
  const me = useQuery(meQuery).data;
  const has = (route: string): boolean => route in routesByPath;
  const go = (accountId: number, route: string): void => void navigate({ to: addressOf(route, accountId), search: {} });
  const open = (route: string) => (): void => go(account.id, route);
  const objects = useQuery(objectsQuery(account.id)).data?.data ?? [];
  const folders = useQuery({ ...foldersQuery(account.id), enabled: has(FOLDER) }).data ?? [];
  const isIntegrator = places.some(({ key }) => key === 'webhooks');
  const webhooks = useQuery({ ...webhooksQuery(account.id), enabled: isIntegrator }).data ?? [];
  const own = usePersonEntries();
  const byId = idEntry(idOf(text), { accountId: account.id, has, open, onProblem });
  const others = me?.accounts.filter(({ id }) => id !== account.id) ?? [];
  const home = places[0]?.route ?? '/';
  return [
    { title: paletteWords.byId, entries: byId === null ? [] : [byId] },
    { title: paletteWords.actions, entries: [...actionEntries(onHelp), ...own] },
    { title: paletteWords.pages, entries: places.map((place) => pageEntry(place, open)) },
    {
      title: paletteWords.objects,
      isSearchOnly: true,
      entries: objects.map(({ id, name }) => entryOf('object', id, name, open(`/a/$accountId/objects/${id}/links`))),
    },
    {
      title: paletteWords.folders,
      isSearchOnly: true,
      entries: folders.map(({ id, name }) => entryOf('folder', id, name, open(`/a/$accountId/folders/${id}`))),
    },
    {
      title: paletteWords.webhooks,
      isSearchOnly: true,
      entries: webhooks.map(({ id, target }) =>
        entryOf(
          'webhook',
          id,
          target === null ? paletteWords.listener(id) : nameOfTarget(target),
          open(`/a/$accountId/webhooks/${id}/deliveries`),
        ),
      ),
    },
    {
      title: paletteWords.accounts,
      entries: others.map(({ id, name }) => entryOf('account', id, name, () => go(id, home))),
    },
  ];
}

function entryOf(kind: string, id: number, label: string, run: () => void): Entry {
  return { id: `${kind}-${id}`, label, run };
}

/** The host and the path of a webhook: several webhooks may have one host. */
function nameOfTarget(target: string): string {
  const address = webAddressOf(target);
  return address === null ? target : `${address.host}${address.path}`;
}

/** What the account menu offers to the person. */
function usePersonEntries(): readonly Entry[] {
  const { colorScheme, choose } = useTheme();
  const leave = useSignOut();
  const themes = SCHEMES.filter((scheme) => scheme !== colorScheme).map((scheme) => ({
    id: `theme-${scheme}`,
    label: paletteWords.theme(frameWords.themes[scheme]),
    also: paletteWords.themeAlso,
    run: () => choose(scheme),
  }));
  return [...themes, { id: 'sign-out', label: frameWords.signOut, also: paletteWords.signOutAlso, run: leave }];
}

function actionEntries(onHelp: () => void): readonly Entry[] {
  const own = pageActions().map(({ label, run }, n) => entryOf('action', n, label, run));
  return [...own, { id: 'help', label: frameWords.help, hint: '?', run: onHelp }];
}

function pageEntry({ key, route, letter }: Place, open: (route: string) => () => void): Entry {
  return { id: `page-${key}`, label: frameWords.places[key], hint: paletteWords.go(letter), run: open(route) };
}

interface IdActions {
  readonly accountId: number;
  readonly has: (route: string) => boolean;
  readonly open: (route: string) => () => void;
  readonly onProblem: (text: string) => void;
}

function idEntry(named: NamedId | null, { accountId, has, open, onProblem }: IdActions): Entry | null {
  if (named === null || !has(IDS[named.kind])) return null;
  const { kind, id } = named;
  const entry = { id: 'by-id', label: paletteWords.openId[kind](id), also: `${kind} ${id}` };
  if (kind === 'review') return { ...entry, run: open(IDS.review.replace('$reviewId', id)) };
  if (kind === 'request') return { ...entry, run: open(IDS.request.replace('$requestId', id)) };
  const find = async (): Promise<void> => {
    const webhookId = await findDelivery(accountId, Number(id));
    if (webhookId === null) onProblem(paletteWords.noDelivery(id));
    else open(IDS.delivery.replace('$webhookId', String(webhookId)).replace('$deliveryId', id))();
  };
  return {
    ...entry,
    staysOpen: true,
    run: () => void find().catch((error: unknown) => onProblem(problemFacts(error).text)),
  };
}
