import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ApiProblem, problemFacts } from '../../api/problem';
import { requestQuery, type WholeRequest } from '../../api/queries/requests';
import { formatMs } from '../../lib/durations';
import { formatExact, formatWhole } from '../../lib/format';
import { CodeBlock } from '../../parts/code-block';
import { CopyButton } from '../../parts/copy-button';
import { SidePanel } from '../../parts/side-panel';
import { Empty, Loading, Problem } from '../../parts/states';
import { requestsWords } from '../../words/en/requests';
import { Answer } from './request-table';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/requests/$requestId');

/** One request: what was sent, and what a refusal answered. */
export function RequestDetail() {
  const { account } = accountRoute.useRouteContext();
  const { requestId } = route.useParams();
  const { id } = route.useSearch();
  const navigate = route.useNavigate();
  const request = useQuery(requestQuery(account.id, requestId, id));
  const isMissing = request.error instanceof ApiProblem && request.error.status === 404;
  const close = (): void =>
    void navigate({ to: '/a/$accountId/requests', search: (before) => ({ ...before, id: undefined }) });
  return (
    <SidePanel
      title={requestsWords.detail}
      head={request.data && <Answer status={request.data.status} />}
      onClose={close}
    >
      {request.isPending && <Loading rows={5} onRetry={() => void request.refetch()} />}
      {isMissing && <Empty text={requestsWords.missing} />}
      {request.error && !isMissing && (
        <Problem {...problemFacts(request.error)} onRetry={() => void request.refetch()} />
      )}
      {request.data && <Parts request={request.data} />}
    </SidePanel>
  );
}

function Parts({ request }: { readonly request: WholeRequest }) {
  const { query, body, answer } = request;
  return (
    <section className="panel-part">
      <p className="mono request-line" dir="ltr">
        <b>{request.method}</b> {request.path}
      </p>
      <dl className="request-facts small">
        <dt>{requestsWords.at}</dt>
        <dd>
          <time title={formatExact(request.at)}>{formatWhole(request.at)}</time>, {formatMs(request.ms)}
        </dd>
        <dt>{requestsWords.key}</dt>
        <dd>
          <bdi>{request.key?.name ?? `${request.key?.prefix ?? request.key_id}…`}</bdi>
        </dd>
        <dt>{requestsWords.requestId}</dt>
        <dd>
          <code dir="ltr">{request.request_id}</code>{' '}
          <CopyButton
            text={request.request_id}
            name={requestsWords.requestId}
            label={requestsWords.copy}
            copiedLabel={requestsWords.copied}
          />
        </dd>
      </dl>
      <h3>{requestsWords.refusal}</h3>
      {answer === null ? (
        <p className="sub small">{requestsWords.succeeded}</p>
      ) : (
        <CodeBlock label={requestsWords.refusal} text={JSON.stringify(answer)} isJson />
      )}
      <h3>{requestsWords.query}</h3>
      {query === null ? (
        <p className="sub small">{requestsWords.noQuery}</p>
      ) : (
        <CodeBlock label={requestsWords.query} text={readable(query)} />
      )}
      <h3>{requestsWords.body}</h3>
      {body === null ? (
        <p className="sub small">{request.is_body_hidden ? requestsWords.bodyHidden : requestsWords.noBody}</p>
      ) : (
        <>
          {request.is_body_cut && <p className="sub small">{requestsWords.bodyCut}</p>}
          <CodeBlock label={requestsWords.body} text={body} isJson />
        </>
      )}
      <p className="sub small">{requestsWords.removed}</p>
    </section>
  );
}

/** One parameter a line, decoded where that is possible. */
function readable(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      try {
        return decodeURIComponent(pair.replaceAll('+', ' '));
      } catch {
        return pair;
      }
    })
    .join('\n');
}
