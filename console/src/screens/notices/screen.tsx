import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { problemFacts } from '../../api/problem';
import { markNoticesRead, noticeKeys, NOTICES_A_PAGE, noticesQuery } from '../../api/queries/notices';
import { meQuery } from '../../api/queries/session';
import { PageHead } from '../../parts/page-head';
import { Pages } from '../../parts/pages';
import { Empty, Loading, Problem } from '../../parts/states';
import { WriteButton } from '../../parts/write-button';
import { noticesWords } from '../../words/en/notices';
import { Channels } from './channels';
import { NoticeRow } from './notice-row';
import './notices.css';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/notices');

/** The notices of the account, and the choices by which they are sent. */
export function NoticesScreen() {
  const { account } = accountRoute.useRouteContext();
  const { offset = 0 } = route.useSearch();
  const navigate = route.useNavigate();
  const notices = useQuery(noticesQuery(account.id, offset));
  const read = useReadMarks(account.id);
  const shown = notices.data?.data ?? [];
  // Marks are shown at once, and taken back if they are refused.
  const readUpTo = read.isPending ? read.variables : 0;
  const isUnread = ({ id, read_at: at }: { readonly id: number; readonly read_at: string | null }): boolean =>
    at === null && id > readUpTo;
  const [newest] = shown;
  return (
    <div className="page">
      <PageHead title={noticesWords.title} about={noticesWords.intro}>
        <div className="actions">
          {newest !== undefined && shown.some(isUnread) && (
            <WriteButton onClick={() => read.mutate(newest.id)}>{noticesWords.markRead}</WriteButton>
          )}
        </div>
      </PageHead>
      {read.error && (
        <p role="alert" className="small refused notice-refusal">
          {problemFacts(read.error).text}
        </p>
      )}
      {notices.isPending && <Loading rows={6} onRetry={() => void notices.refetch()} />}
      {notices.error && <Problem {...problemFacts(notices.error)} onRetry={() => void notices.refetch()} />}
      {notices.data && shown.length === 0 && <Empty text={noticesWords.empty} />}
      {shown.length > 0 && (
        <ul className="card notices" aria-label={noticesWords.list}>
          {shown.map((notice) => (
            <NoticeRow
              key={notice.id}
              accountId={account.id}
              notice={notice}
              isUnread={isUnread(notice)}
              onOpen={() => isUnread(notice) && read.mutate(notice.id)}
            />
          ))}
        </ul>
      )}
      {notices.data && (
        <Pages
          total={notices.data.total}
          limit={NOTICES_A_PAGE}
          offset={offset}
          onPage={(to) => void navigate({ search: { offset: to === 0 ? undefined : to } })}
        />
      )}
      <Channels accountId={account.id} />
    </div>
  );
}

function useReadMarks(accountId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (upToId: number) => markNoticesRead(accountId, upToId),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: noticeKeys.all(accountId) });
      await queries.invalidateQueries(meQuery);
    },
  });
}
