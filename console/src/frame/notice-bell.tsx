import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconBell } from '@tabler/icons-react';
import { meQuery } from '../api/queries/session';
import { noticesWords } from '../words/en/notices';
import './notice-bell.css';

/** Leads to the notices of the account; a dot marks unread ones. */
export function NoticeBell({ accountId }: { readonly accountId: number }) {
  const { data } = useQuery(meQuery);
  const unread = data?.accounts.find(({ id }) => id === accountId)?.unread ?? 0;
  const name = noticesWords.bell(unread);
  return (
    <Link
      to="/a/$accountId/notices"
      params={{ accountId: String(accountId) }}
      search={{}}
      className="bell"
      aria-label={name}
      title={name}
      activeOptions={{ includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
    >
      <IconBell size={18} stroke={1.75} aria-hidden />
      {unread > 0 && <span className="bell-dot" />}
    </Link>
  );
}
