import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { problemFacts } from '../../api/problem';
import { beginConsent } from '../../api/queries/connections';
import type { Platform } from '../../api/queries/sources';
import { WriteButton } from '../../parts/write-button';
import { connectWords } from '../../words/en/connect';
import { problemWords } from '../../words/en/problem';
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
          {connectWords.notSetUp(name)} <OperatorLink platform={platform} />
        </p>
      </div>
    );
  }
  const facts = [
    [connectWords.reads, connectWords.readsText],
    [connectWords.writes, connectWords.writesText],
    [connectWords.whose, connectWords.whoseText(name)],
    [connectWords.permission, connectWords.permissionText, <AccountLink key="account" platform={platform} />],
  ] as const;
  return (
    <section className="card before" aria-label={connectWords.before(name)}>
      <h2>{connectWords.before(name)}</h2>
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
        {connectWords.continueTo(name)}
      </WriteButton>
      {begin.error && (
        <p role="alert" id="begin-error" className="refused small">
          {begin.error.message}
          {problemFacts(begin.error).requestId !== null && (
            <span className="mono small block">
              {problemWords.requestId(problemFacts(begin.error).requestId ?? '')}
            </span>
          )}
        </p>
      )}
    </section>
  );
}
