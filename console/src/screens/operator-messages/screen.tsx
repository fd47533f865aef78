import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { problemFacts } from '../../api/problem';
import { markMessage, messagesQuery, operatorKeys, type SupportMessage } from '../../api/queries/operator';
import { formatExact, formatMoment } from '../../lib/format';
import { Choice } from '../../parts/filters';
import { PageHead } from '../../parts/page-head';
import { Pages } from '../../parts/pages';
import { Empty, Loading, Problem } from '../../parts/states';
import { WriteButton } from '../../parts/write-button';
import { operatorMessagesWords } from '../../words/en/operator-messages';
import './operator-messages.css';

const route = getRouteApi('/operator/messages');

/** The messages of clients to the operator. */
export function OperatorMessagesScreen() {
  const { done = false, offset = 0 } = route.useSearch();
  const navigate = route.useNavigate();
  const messages = useQuery(messagesQuery(done, offset));
  return (
    <div className="page">
      <PageHead title={operatorMessagesWords.title} about={operatorMessagesWords.about}>
        <div className="actions">
          <Choice<'open' | 'done'>
            label={operatorMessagesWords.show}
            value={done ? 'done' : 'open'}
            choices={operatorMessagesWords.shows}
            onChoose={(next) =>
              void navigate({ search: { done: next === 'done' ? true : undefined, offset: undefined }, replace: true })
            }
          />
        </div>
      </PageHead>
      {messages.isPending && <Loading rows={5} onRetry={() => void messages.refetch()} />}
      {messages.error && <Problem {...problemFacts(messages.error)} onRetry={() => void messages.refetch()} />}
      {messages.data?.data.length === 0 && (
        <Empty text={done ? operatorMessagesWords.noDone : operatorMessagesWords.noOpen} />
      )}
      {messages.data && messages.data.data.length > 0 && (
        <>
          <ul className="messages">
            {messages.data.data.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </ul>
          <Pages
            offset={messages.data.offset}
            limit={messages.data.limit}
            total={messages.data.total}
            onPage={(next) =>
              void navigate({ search: (before) => ({ ...before, offset: next === 0 ? undefined : next }) })
            }
          />
        </>
      )}
    </div>
  );
}

function Message({ message }: { readonly message: SupportMessage }) {
  const queries = useQueryClient();
  const isDone = message.done_at !== null;
  const mark = useMutation({
    mutationFn: () => markMessage(message.id, !isDone),
    onSuccess: () => queries.invalidateQueries({ queryKey: operatorKeys.messages }),
  });
  return (
    <li className="card message">
      <header>
        <h2>
          <bdi dir="auto">{message.subject ?? operatorMessagesWords.noSubject}</bdi>
        </h2>
        <span className="small muted">
          <Link to="/operator/accounts/$accountId" params={{ accountId: String(message.account_id) }} className="link">
            {operatorMessagesWords.from(message.account_id)}
          </Link>{' '}
          <time dateTime={`${message.created_at}Z`} title={formatExact(message.created_at)}>
            {formatMoment(message.created_at)}
          </time>
        </span>
      </header>
      <p dir="auto" className="message-text">
        {message.message}
      </p>
      <footer>
        {message.contact !== null && (
          <span className="small">
            {operatorMessagesWords.answerTo} <bdi>{message.contact}</bdi>
          </span>
        )}
        <WriteButton loading={mark.isPending} onClick={() => mark.mutate()}>
          {isDone ? operatorMessagesWords.reopen : operatorMessagesWords.done}
        </WriteButton>
        {mark.error && (
          <p role="alert" className="refused small">
            {problemFacts(mark.error).text}
          </p>
        )}
      </footer>
    </li>
  );
}
