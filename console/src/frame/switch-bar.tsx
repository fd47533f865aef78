import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { IconPlayerPause } from '@tabler/icons-react';
import { accountQuery, type Account } from '../api/queries/account';
import type { Membership } from '../api/queries/session';
import { sourcesQuery } from '../api/queries/sources';
import { formatWhen } from '../lib/format';
import { switchBarWords } from '../words/en/switch-bar';
import type { PlaceKey } from './places';

type SwitchedOff = Account['switched_off'][number];
type SwitchName = SwitchedOff['switch'];

/** What is affected on the screens of each place. */
const AFFECTED: Readonly<Partial<Record<PlaceKey, readonly SwitchName[]>>> = {
  overview: ['collection', 'replies', 'webhooks'],
  reviews: ['replies', 'collection'],
  objects: ['collection'],
  connections: ['collection', 'replies'],
  webhooks: ['webhooks'],
};

/** Above the screens that are affected: what the operator has switched off, and what becomes of it. */
export function SwitchBar({ account }: { readonly account: Membership }) {
  const place = useLocation({ select: ({ pathname }) => pathname.split('/')[3] });
  const { data } = useQuery({ ...accountQuery(account.id), refetchInterval: 60_000 });
  const { data: platforms } = useQuery(sourcesQuery(account.id));
  const affected = AFFECTED[place as PlaceKey] ?? [];
  const bars = affected.flatMap((name) => {
    const off = data?.switched_off.filter((one) => one.switch === name) ?? [];
    return off.length === 0 ? [] : [{ name, off: off.filter(isGeneral(off)) }];
  });
  if (bars.length === 0) return null;
  const nameOf = (slug: string): string => platforms?.get(slug)?.display_name ?? slug;
  return (
    <section aria-label={switchBarWords.label}>
      {bars.map(({ name, off }) => (
        <div key={name} className="account-bar info">
          <IconPlayerPause className="icon" size={16} stroke={1.75} aria-hidden />
          <p>
            <b>{switchBarWords[name](platformsOf(off, nameOf), formatWhen(firstOf(off)))}</b>{' '}
            {switchBarWords.notes[name]}
          </p>
        </div>
      ))}
    </section>
  );
}

/** Of a switch that is off for all platforms, those of single ones say nothing more. */
function isGeneral(off: readonly SwitchedOff[]): (one: SwitchedOff) => boolean {
  const isOffForAll = off.some(({ source_slug: slug }) => slug === null);
  return ({ source_slug: slug }) => !isOffForAll || slug === null;
}

function platformsOf(off: readonly SwitchedOff[], nameOf: (slug: string) => string): string | null {
  const slugs = off.flatMap(({ source_slug: slug }) => slug ?? []);
  return slugs.length === 0 ? null : slugs.map(nameOf).join(switchBarWords.and);
}

const firstOf = (off: readonly SwitchedOff[]): string => off.map(({ since }) => since).sort()[0] ?? '';
