import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { meQuery } from '../../api/queries/session';
import { Help } from '../../frame/help';
import type { Platform } from '../../api/queries/sources';
import { ExternalLink } from '../../parts/external-link';
import { connectWords } from '../../words/en/connect';

const accountRoute = getRouteApi('/a/$accountId');

/** For a text that names the operator: the form of the client for an operator, otherwise a message to the operator. */
export function OperatorLink({ platform }: { readonly platform: Platform }) {
  const { account } = accountRoute.useRouteContext();
  const { data: me } = useQuery(meQuery);
  const [isAsking, setAsking] = useState(false);
  if (me?.is_operator === true)
    return (
      <Link to="/operator/sources/$slug/client" params={{ slug: platform.slug }} className="link">
        {connectWords.setUp(platform.display_name)}
      </Link>
    );
  return (
    <>
      <button type="button" className="link text-button" onClick={() => setAsking(true)}>
        {connectWords.askOperator}
      </button>
      <Help accountId={account.id} isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

/** For a text that names the account of the person at the platform: the page that lists what has access to it. */
export function AccountLink({ platform }: { readonly platform: Platform }) {
  const place = connectWords.places[platform.slug];
  return place === undefined ? null : <ExternalLink {...place} />;
}
