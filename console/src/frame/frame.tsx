import { getRouteApi, Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { meQuery, type Membership } from '../api/queries/session';
import { useKeys, useSingleKeys } from '../lib/keys';
import { MainPart } from '../parts/main-part';
import { frameWords } from '../words/en/frame';
import { AccountBar } from './account-bar';
import { usePageFocus } from './page-focus';
import { Rail } from './rail';
import { SwitchBar } from './switch-bar';
import { TabBar } from './tab-bar';
import { TopBar } from './top-bar';
import { useGoKeys } from './go-keys';
import { OfflineBar } from './offline-bar';
import { PersonPreferences } from './preferences';
import { useLive } from './use-live';
import { usePlaces } from './use-places';
import './frame.css';

const loadPalette = () => import('./palette/palette');
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const KeyHelp = lazy(async () => ({ default: (await import('./key-help')).KeyHelp }));

const route = getRouteApi('/a/$accountId');

/** The frame of an account: the rail, on narrow screens the bottom bar, and the screen. */
export function AccountFrame() {
  const { account } = route.useRouteContext();
  return (
    <PersonPreferences>
      <Shell account={account} />
    </PersonPreferences>
  );
}

function Shell({ account }: { readonly account: Membership }) {
  const places = usePlaces(account);
  const live = useLive(account.id);
  const [overlay, setOverlay] = useState<'palette' | 'help' | null>(null);
  const open = { onSearch: () => setOverlay('palette'), onHelp: () => setOverlay('help') };
  const close = (): void => setOverlay(null);
  usePageFocus();
  useSingleKeys(useQuery(meQuery).data?.preferences.single_keys ?? true);
  useGoKeys(account, places);
  useKeys({ 'mod+k': open.onSearch, '?': open.onHelp });
  return (
    <div className="shell">
      <PaletteLoader />
      <a className="skip" href="#main">
        {frameWords.skip}
      </a>
      <Rail account={account} places={places} />
      <div className="content">
        <TopBar account={account} places={places} live={live} {...open} />
        <OfflineBar />
        <AccountBar account={account} />
        <SwitchBar account={account} />
        <MainPart>
          <Outlet />
        </MainPart>
      </div>
      <TabBar account={account} places={places} {...open} />
      <Suspense>
        {overlay === 'palette' && <Palette account={account} places={places} onClose={close} onHelp={open.onHelp} />}
        {overlay === 'help' && <KeyHelp onClose={close} />}
      </Suspense>
    </div>
  );
}

/** Loads the palette once the screen has its data, so that what is typed at once after Ctrl K arrives in it. */
function PaletteLoader(): null {
  const isLoading = useIsFetching() > 0;
  const hasLoaded = useRef(false);
  useEffect(() => {
    if (!isLoading && hasLoaded.current) void loadPalette();
    hasLoaded.current ||= isLoading;
  }, [isLoading]);
  return null;
}
