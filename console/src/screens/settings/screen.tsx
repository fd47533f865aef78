import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import { mayActAs } from '../../api/queries/session';
import { Tabs } from '../../parts/tabs';
import { settingsWords } from '../../words/en/settings';
import { TABS } from './tabs';
import './settings.css';

const accountRoute = getRouteApi('/a/$accountId');

/** The frame of the settings: a tab for each page that the role may open. */
export function SettingsScreen() {
  const { account } = accountRoute.useRouteContext();
  return (
    <div className="page settings">
      <div className="head">
        <h1>{settingsWords.title}</h1>
      </div>
      <Tabs label={settingsWords.tabs}>
        {TABS.filter(({ least }) => mayActAs(account.role, least)).map(({ key, to }) => (
          <Link
            key={key}
            to={to}
            params={{ accountId: String(account.id) }}
            search={{}}
            activeOptions={{ includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
          >
            {settingsWords[key]}
          </Link>
        ))}
      </Tabs>
      <Outlet />
    </div>
  );
}
