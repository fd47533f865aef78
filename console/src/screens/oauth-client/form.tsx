import { PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { problemFacts, refusalOf } from '../../api/problem';
import { oauthClientQuery, saveOAuthClient, testOAuthClient, type OAuthClient } from '../../api/queries/operator';
import { missing, useForm } from '../../lib/use-form';
import { ExternalLink } from '../../parts/external-link';
import { CopyButton } from '../../parts/copy-button';
import { Loading, Problem } from '../../parts/states';
import { Status, type StatusName } from '../../parts/status';
import { WriteButton } from '../../parts/write-button';
import { oauthClientWords } from '../../words/en/oauth-client';
import './oauth-client.css';

const CALLBACK = '/console/oauth/callback';
const STATES: Readonly<Record<string, StatusName>> = {
  open: 'connected',
  untested: 'notConnected',
  not_set_up: 'notConnected',
  unknown: 'notConnected',
  client_refused: 'accessRevoked',
  closed: 'accessRevoked',
};

/** The form of a client, with a test. */
export function OAuthClientForm({ slug }: { readonly slug: string }) {
  const client = useQuery(oauthClientQuery(slug));
  const places = oauthClientWords.places[slug];
  if (client.isPending) return <Loading rows={4} onRetry={() => void client.refetch()} />;
  if (client.error) return <Problem {...problemFacts(client.error)} onRetry={() => void client.refetch()} />;
  return (
    <div className="oauth-client">
      <p className="sub">{oauthClientWords.intro}</p>
      {places !== undefined && (
        <div className="sub">
          <p>{oauthClientWords.guide}</p>
          <ul className="oauth-steps">
            {[...places.steps, places.credentials].map((place) => (
              <li key={place.url}>
                <ExternalLink {...place} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <ClientForm slug={slug} client={client.data} />
      <ClientTest slug={slug} />
    </div>
  );
}

interface ClientFormProps {
  readonly slug: string;
  readonly client: OAuthClient;
}

function ClientForm({ slug, client }: ClientFormProps) {
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (credentials: Parameters<typeof saveOAuthClient>[1]) => saveOAuthClient(slug, credentials),
    onSuccess: async (_, { client_id: id }) => {
      form.reset();
      form.set({ client_id: id });
      await queries.invalidateQueries({ queryKey: oauthClientQuery(slug).queryKey });
    },
  });
  const form = useForm({
    initial: { client_id: '', client_secret: '' },
    check: ({ client_id: id, client_secret: secret }) => ({
      client_id: missing(id, oauthClientWords.required),
      client_secret: missing(secret, oauthClientWords.required),
    }),
    onSend: ({ client_id: id, client_secret: secret }) =>
      save.mutate({ client_id: id.trim(), client_secret: secret.trim() }),
    refusal: refusalOf(save.error),
  });
  const redirect = client.redirect_uri ?? `${window.location.origin}${CALLBACK}`;
  return (
    <form noValidate onSubmit={form.submit} className="card oauth-form">
      <Registered clientId={client.client_id} />
      <RedirectAddress slug={slug} redirect={redirect} />
      <TextInput
        label={oauthClientWords.clientId}
        description={<WithCredentials slug={slug} text={oauthClientWords.clientIdHelp} />}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="off"
        spellCheck={false}
        {...form.text('client_id')}
      />
      <PasswordInput
        label={oauthClientWords.secret}
        description={oauthClientWords.secretHelp}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="off"
        {...form.text('client_secret')}
      />
      {form.refusal !== null && (
        <p role="alert" className="oauth-refusal small">
          {form.refusal}
        </p>
      )}
      <div className="oauth-save">
        <WriteButton type="submit" variant="filled" loading={save.isPending}>
          {oauthClientWords.save}
        </WriteButton>
        {save.isSuccess && <span role="status">{oauthClientWords.saved}</span>}
      </div>
    </form>
  );
}

function ClientTest({ slug }: { readonly slug: string }) {
  const test = useMutation({ mutationFn: () => testOAuthClient(slug) });
  return (
    <section className="card oauth-form" aria-label={oauthClientWords.testTitle}>
      <h2>{oauthClientWords.testTitle}</h2>
      <p className="sub">{oauthClientWords.testText}</p>
      <WriteButton loading={test.isPending} onClick={() => test.mutate()}>
        {oauthClientWords.test}
      </WriteButton>
      <div role="status">
        {test.data && (
          <p className="oauth-found">
            <Status
              name={STATES[test.data.state] ?? 'notConnected'}
              text={oauthClientWords.states[test.data.state] ?? test.data.state}
            />
            <span>{test.data.found}</span>
          </p>
        )}
        {test.error && problemFacts(test.error).text}
      </div>
    </section>
  );
}

/** A text about the client at the platform, with the page that has it. */
function WithCredentials({ slug, text }: { readonly slug: string; readonly text: string }) {
  const place = oauthClientWords.places[slug]?.credentials;
  return (
    <>
      {text} {place !== undefined && <ExternalLink {...place} />}
    </>
  );
}

function RedirectAddress({ slug, redirect }: { readonly slug: string; readonly redirect: string }) {
  return (
    <div className="redirect">
      <TextInput
        readOnly
        label={oauthClientWords.redirect}
        description={<WithCredentials slug={slug} text={oauthClientWords.redirectHelp} />}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={redirect}
        classNames={{ input: 'mono' }}
      />
      <CopyButton text={redirect} label={oauthClientWords.copy} copiedLabel={oauthClientWords.copied} />
    </div>
  );
}

function Registered({ clientId }: { readonly clientId: string | null }) {
  return <p>{clientId === null ? oauthClientWords.none : <bdi>{oauthClientWords.registered(clientId)}</bdi>}</p>;
}
