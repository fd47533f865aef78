import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { sourceReportQuery } from '../../api/queries/operator';
import { oauthClientWords } from '../../words/en/oauth-client';
import { operatorWords } from '../../words/en/operator';
import { OAuthClientForm } from './form';

const route = getRouteApi('/operator/sources/$slug/client');

/** The sign-in of a platform for this installation: the client, and whether the platform has opened its interface. */
export function OauthClientScreen() {
  const { slug } = route.useParams();
  const { data: source } = useQuery(sourceReportQuery(slug));
  const title = oauthClientWords.title(source?.display_name ?? slug);
  return (
    <div className="page">
      <title>{title}</title>
      <p className="small">
        <Link to="/operator/sources" search={{}} className="link">
          {operatorWords.sources}
        </Link>
      </p>
      <div className="head">
        <h1>{title}</h1>
      </div>
      <OAuthClientForm slug={slug} />
    </div>
  );
}
