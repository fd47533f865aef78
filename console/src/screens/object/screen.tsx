import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { problemFacts } from '../../api/problem';
import { collectObject, objectKeys, objectQuery, type ObjectLink } from '../../api/queries/objects';
import { mayActAs } from '../../api/queries/session';
import { numberOf } from '../../lib/url-state';
import { Empty, Loading, Problem } from '../../parts/states';
import { words } from '../../words/en';
import { AddLink } from './add-link';
import { LinkDetails } from './link-details';
import { LinkTable } from './link-table';
import './object.css';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/objects/$objectId/links');

/** Is everything that exists about this place here, and if not, why not? */
export function ObjectScreen() {
  const { account } = accountRoute.useRouteContext();
  const objectId = numberOf(route.useParams().objectId) ?? 0;
  const { link: openLink } = route.useSearch();
  const navigate = route.useNavigate();
  const object = useQuery(objectQuery(account.id, objectId));
  const links = object.data?.links ?? [];
  const open = (link: number | undefined): void => void navigate({ search: { link } });
  if (object.isPending)
    return (
      <div className="page">
        <Loading rows={5} onRetry={() => void object.refetch()} />
      </div>
    );
  if (object.error)
    return (
      <div className="page">
        <title>{words.problem.title}</title>
        <h1 className="sr">{words.objects.title}</h1>
        <Problem {...problemFacts(object.error)} onRetry={() => void object.refetch()} />
      </div>
    );
  return (
    <div className="page">
      <title>{object.data.name}</title>
      <div className="head">
        <div>
          <h1 dir="auto">{object.data.name}</h1>
          <p className="small sub num">{collectedOf(links)}</p>
        </div>
        {mayActAs(account.role, 'member') && <Actions accountId={account.id} objectId={objectId} />}
      </div>
      <nav className="tabs" aria-label={words.object.tabs}>
        <Link from="/a/$accountId/objects/$objectId/links" to="." search={{}} aria-current="page">
          {words.object.links} <span className="num muted">{links.length}</span>
        </Link>
        <Link from="/a/$accountId/objects/$objectId/links" to="/a/$accountId/reviews" search={{ object_id: objectId }}>
          {words.reviews.title}
        </Link>
      </nav>
      {links.length === 0 ? <Empty text={words.object.noLinks} /> : <LinkTable links={links} onOpen={open} />}
      <LinkDetails
        accountId={account.id}
        objectId={objectId}
        link={links.find(({ id }) => id === openLink)}
        mayChange={mayActAs(account.role, 'member')}
        onClose={() => open(undefined)}
      />
    </div>
  );
}

function collectedOf(links: readonly ObjectLink[]): string {
  const enabled = links.filter((link) => link.is_active);
  return words.object.collectedOf(enabled.filter((link) => link.scrape_status === 'success').length, enabled.length);
}

function Actions({ accountId, objectId }: { readonly accountId: number; readonly objectId: number }) {
  const queries = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const collect = useMutation({
    mutationFn: () => collectObject(accountId, objectId),
    onSuccess: () => queries.invalidateQueries({ queryKey: objectKeys.single(accountId, objectId) }),
  });
  return (
    <div className="actions">
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
        {words.object.addLink}
      </Button>
      <Button
        variant="filled"
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={collect.isPending}
        onClick={() => collect.mutate()}
      >
        {words.object.collect}
      </Button>
      <span role="status" className="small sub">
        {collect.isSuccess && words.object.collecting}
        {collect.error && problemFacts(collect.error).text}
      </span>
      <AddLink accountId={accountId} objectId={objectId} isOpen={isAdding} onClose={() => setAdding(false)} />
    </div>
  );
}
