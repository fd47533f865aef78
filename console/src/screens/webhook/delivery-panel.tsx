import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { problemFacts } from '../../api/problem';
import { deliveryKeys, deliveryQuery, redeliver, type WholeDelivery } from '../../api/queries/deliveries';
import { mayActAs } from '../../api/queries/session';
import { statisticsQuery, webhookKeys, webhookQuery } from '../../api/queries/webhooks';
import { formatDecimal, formatNumber } from '../../lib/format';
import { numberOf } from '../../lib/url-state';
import { CodeBlock } from '../../parts/code-block';
import { CopyButton } from '../../parts/copy-button';
import { SidePanel } from '../../parts/side-panel';
import { Loading, Problem } from '../../parts/states';
import { WriteButton } from '../../parts/write-button';
import { Tabs } from '../../parts/tabs';
import { webhookWords } from '../../words/en/webhook';
import { Attempts } from './attempts';
import { DeliveryCurl } from './delivery-curl';
import { DeliveryState } from './delivery-table';
import { PARTS, type Part } from './search';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/webhooks/$webhookId/deliveries/$deliveryId');

/** One delivery: its attempts, body, headers and the command that repeats it. */
export function DeliveryPanel() {
  const { account } = accountRoute.useRouteContext();
  const params = route.useParams();
  const webhookId = numberOf(params.webhookId) ?? 0;
  const deliveryId = numberOf(params.deliveryId) ?? 0;
  const { part = 'attempts' } = route.useSearch();
  const navigate = route.useNavigate();
  const delivery = useQuery(deliveryQuery(account.id, webhookId, deliveryId));
  const { data: statistics } = useQuery(statisticsQuery(account.id, webhookId));
  const close = (): void => {
    void navigate({
      to: '/a/$accountId/webhooks/$webhookId/deliveries',
      search: (before) => ({ ...before, part: undefined }),
    });
  };
  const { data } = delivery;
  return (
    <SidePanel
      title={webhookWords.delivery(deliveryId)}
      head={
        data && (
          <>
            <DeliveryState delivery={data} schedule={statistics} />
            {mayActAs(account.role, 'member') && data.body !== null && <SendAgain delivery={data} />}
          </>
        )
      }
      onClose={close}
    >
      {delivery.isPending && <Loading rows={5} onRetry={() => void delivery.refetch()} />}
      {delivery.error && <Problem {...problemFacts(delivery.error)} onRetry={() => void delivery.refetch()} />}
      {data && (
        <>
          <Tabs label={webhookWords.parts} className="delivery-tabs">
            {PARTS.map((name) => (
              <Link
                key={name}
                from="/a/$accountId/webhooks/$webhookId/deliveries/$deliveryId"
                to="."
                search={(before) => ({ ...before, part: name === 'attempts' ? undefined : name })}
                replace
                activeProps={{}}
                aria-current={name === part ? 'page' : undefined}
              >
                {webhookWords[name]}
                {name === 'attempts' && <span className="num muted"> {formatNumber(data.attempts)}</span>}
              </Link>
            ))}
          </Tabs>
          <PartOf part={part} delivery={data} />
        </>
      )}
    </SidePanel>
  );
}

function PartOf({ part, delivery }: { readonly part: Part; readonly delivery: WholeDelivery }) {
  if (part === 'attempts') return <Attempts delivery={delivery} />;
  if (part === 'body') return <Body delivery={delivery} />;
  if (part === 'headers') return <Headers delivery={delivery} />;
  if (delivery.body === null) return <BodyRemoved />;
  return <DeliveryCurl delivery={{ ...delivery, body: delivery.body }} />;
}

function SendAgain({ delivery }: { readonly delivery: WholeDelivery }) {
  const { account } = accountRoute.useRouteContext();
  const queries = useQueryClient();
  const { data: webhook } = useQuery(webhookQuery(account.id, delivery.webhook_id));
  const send = useMutation({
    mutationFn: () => redeliver(account.id, delivery.webhook_id, delivery.delivery_id),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: deliveryKeys.of(account.id, delivery.webhook_id) });
      await queries.invalidateQueries({ queryKey: webhookKeys.statistics(account.id, delivery.webhook_id) });
    },
  });
  const isPaused = webhook?.is_active === false;
  return (
    <span className="send-again">
      <WriteButton
        leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
        loading={send.isPending}
        onClick={() => send.mutate()}
      >
        {webhookWords.sendAgain}
      </WriteButton>
      <span role="status" className={`small ${send.error ? 'refused' : 'sub'}`}>
        {send.isSuccess && (isPaused ? webhookWords.sentAgainPaused : webhookWords.sentAgain)}
        {send.error && problemFacts(send.error).text}
      </span>
    </span>
  );
}

const KB = 1_024;

function Body({ delivery: { body } }: { readonly delivery: WholeDelivery }) {
  if (body === null) return <BodyRemoved />;
  const kilobytes = new TextEncoder().encode(body).length / KB;
  return (
    <section className="panel-part">
      {isTruncated(body) && (
        <div className="banner warn-note">
          <IconAlertTriangle className="icon" size={16} stroke={1.75} aria-hidden />
          <div>
            <b>{webhookWords.truncatedTitle}</b>
            <p className="sub">{webhookWords.truncated}</p>
          </div>
        </div>
      )}
      <header className="part-head">
        <h3>{webhookWords.sameBytes}</h3>
        <span className="small muted num">{`${kilobytes < 10 ? formatDecimal(kilobytes) : formatNumber(Math.round(kilobytes))} KB`}</span>
        <CopyButton text={body} label={webhookWords.copy} copiedLabel={webhookWords.copied} />
      </header>
      <CodeBlock label={webhookWords.body} text={body} isJson />
    </section>
  );
}

function BodyRemoved() {
  return (
    <section className="panel-part">
      <p className="sub">{webhookWords.bodyRemoved}</p>
    </section>
  );
}

function isTruncated(body: string): boolean {
  try {
    return (JSON.parse(body) as { readonly truncated?: unknown }).truncated === true;
  } catch {
    return false;
  }
}

function Headers({ delivery }: { readonly delivery: WholeDelivery }) {
  const { account } = accountRoute.useRouteContext();
  const last = delivery.attempt_history.at(-1);
  if (last === undefined) return <p className="sub panel-part">{webhookWords.noAttempts}</p>;
  if (!mayActAs(account.role, 'member')) return <p className="sub panel-part">{webhookWords.headersHidden}</p>;
  const { request_headers: request, response_headers: response, response_body: answer } = last;
  if (!request && !response) return <p className="sub panel-part">{webhookWords.exchangeGone}</p>;
  return (
    <section className="panel-part">
      <HeaderList title={webhookWords.requestHeaders} headers={request ?? {}} />
      <HeaderList title={webhookWords.responseHeaders} headers={response ?? {}} />
      <h3>{webhookWords.receiverAnswer}</h3>
      {answer ? (
        <CodeBlock label={webhookWords.receiverAnswer} text={answer} isJson />
      ) : (
        <p className="sub small">{webhookWords.noBody}</p>
      )}
    </section>
  );
}

function HeaderList({
  title,
  headers,
}: {
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;
}) {
  const pairs = Object.entries(headers);
  if (pairs.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <dl className="header-list mono" dir="ltr">
        {pairs.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
