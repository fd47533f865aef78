import { useNavigate } from '@tanstack/react-router';
import { Pages } from '../../parts/pages';

const PAGE = 50;

export function pageOf<Row>(rows: readonly Row[], page: number): readonly Row[] {
  return rows.slice((page - 1) * PAGE, page * PAGE);
}

/** The pages of a long list; the number of the page is in the address. */
export function Pager({ page, total }: { readonly page: number; readonly total: number }) {
  const navigate = useNavigate({ from: '/a/$accountId/connections/$source' });
  const go = (offset: number): void =>
    void navigate({
      search: (before) => ({ ...before, page: offset === 0 ? undefined : offset / PAGE + 1 }),
      replace: true,
    });
  return <Pages offset={(page - 1) * PAGE} limit={PAGE} total={total} onPage={go} />;
}
