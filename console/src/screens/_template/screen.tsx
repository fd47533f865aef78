import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { problemFacts } from '../../api/problem';
import { objectsQuery } from '../../api/queries/objects';
import { Empty, Loading, Problem } from '../../parts/states';
import { objectsWords } from '../../words/en/objects';

const accountRoute = getRouteApi('/a/$accountId');

/**
 * A screen with the four states of its data. Copy the folder, then add its route in `routes/`, its words, its query, and its journey in
 * test/console.
 */
export function TemplateScreen() {
  const { account } = accountRoute.useRouteContext();
  const objects = useQuery(objectsQuery(account.id));
  return (
    <div className="page">
      <title>{objectsWords.title}</title>
      <div className="head">
        <h1>{objectsWords.title}</h1>
      </div>
      {objects.isPending && <Loading rows={8} onRetry={() => void objects.refetch()} />}
      {objects.error && <Problem {...problemFacts(objects.error)} onRetry={() => void objects.refetch()} />}
      {objects.data?.data.length === 0 && <Empty text={objectsWords.empty} />}
      <ul>
        {objects.data?.data.map((object) => (
          <li key={object.id}>
            <bdi>{object.name}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
