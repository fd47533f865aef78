import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { problemFacts } from '../../api/problem';
import { beginConsent } from '../../api/queries/connections';
import type { Platform } from '../../api/queries/sources';
import { WriteButton } from '../../parts/write-button';
import { words } from '../../words/en';
import { AccountLink, OperatorLink } from './place-links';

const accountRoute = getRouteApi('/a/$accountId');

/** What a person agrees to, before the page of the platform. The page opens in this window. */
export function BeforeConsent({ platform }: { readonly platform: Platform }) {
  const { account } = accountRoute.useRouteContext();
  const name = platform.display_name;
  const begin = useMutation({
    mutationFn: () => beginConsent(account.id, platform.slug),
    onSuccess: ({ authorize_url: url }) => window.location.assign(url),
  });
  if (platform.connection?.ready === false) {
    return (
      <div className="banner info">
        <p>
          {words.connect.notSetUp(name)} <OperatorLink platform={platform} />
        </p>
      </div>
    );
  }
  const facts = [
    [words.connect.reads, words.connect.readsText],
    [words.connect.writes, words.connect.writesText],
    [words.connect.whose, words.connect.whoseText(name)],
    [words.connect.permission, words.connect.permissionText, <AccountLink key="account" platform={platform} />],
  ] as const;
  return (
    <section className="card before" aria-label={words.connect.before(name)}>
      <h2>{words.connect.before(name)}</h2>
      <dl>
        {facts.map(([title, text, link]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              {text} {link}
            </dd>
          </div>
        ))}
      </dl>
      <WriteButton
        variant="filled"
        loading={begin.isPending || begin.isSuccess}
        onClick={() => begin.mutate()}
        aria-describedby={begin.error ? 'begin-error' : undefined}
      >
        {words.connect.continueTo(name)}
      </WriteButton>
      {begin.error && (
        <p role="alert" id="begin-error" className="refused small">
          {begin.error.message}
          {problemFacts(begin.error).requestId !== null && (
            <span className="mono small block">
              {words.problem.requestId(problemFacts(begin.error).requestId ?? '')}
            </span>
          )}
        </p>
      )}
    </section>
  );
}
