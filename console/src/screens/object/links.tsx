import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { PINNED_AT_MOST, pinnedQuery } from '../../api/queries/curation';
import { recentRunsQuery } from '../../api/queries/runs';
import { curlOf, type ApiCall } from '../../lib/curl';
import { ReviewLine } from '../../parts/review-line';
import { Empty } from '../../parts/states';
import { objectWords } from '../../words/en/object';
import { LinkDetails } from './link-details';
import { LinkTable } from './link-table';
import { RunStrips } from './run-strips';
import { useOpenObject } from './use-object';

const route = getRouteApi('/a/$accountId/objects/$objectId/links');

/** The links with their states, their runs of the last days, and the pinned reviews. */
export function LinksTab() {
  const { accountId, objectId, object, mayChange } = useOpenObject();
  const { link: openLink } = route.useSearch();
  const navigate = route.useNavigate();
  const runs = useQuery(recentRunsQuery(accountId, objectId)).data;
  const open = (link: number | undefined): void => void navigate({ search: { link } });
  if (object.links.length === 0)
    return mayChange ? (
      <Empty text={objectWords.noLinks} curl={curlOf(newLink(objectId), window.location.origin)} />
    ) : (
      <Empty text={objectWords.noLinksViewer} />
    );
  return (
    <>
      <LinkTable links={object.links} runs={runs ?? []} onOpen={open} />
      <div className="object-cards">
        <RunStrips links={object.links} runs={runs} />
        <PinnedCard />
      </div>
      <LinkDetails
        link={object.links.find(({ id }) => id === openLink)}
        runs={runs ?? []}
        onClose={() => open(undefined)}
      />
    </>
  );
}

const newLink = (objectId: number): ApiCall => ({
  method: 'POST',
  path: `/v3/objects/${objectId}/links`,
  body: { url: 'https://www.trustpilot.com/review/example.com' },
});

const SHOWN = 5;

function PinnedCard() {
  const { accountId, objectId, mayChange } = useOpenObject();
  const pinned = useQuery(pinnedQuery(accountId, objectId)).data;
  const params = { accountId: String(accountId), objectId: String(objectId) };
  if (pinned === undefined || pinned.reviews.length === 0) return null;
  return (
    <section className="card">
      <header className="card-head">
        <h2>{objectWords.pinned}</h2>
        <span className="small muted num">{objectWords.pinnedOf(pinned.reviews.length, PINNED_AT_MOST)}</span>
      </header>
      <ol>
        {pinned.reviews.slice(0, SHOWN).map((review, place) => (
          <li key={review.id} className="pinned-line">
            <span className="num muted small">{place + 1}</span>
            <ReviewLine review={review} />
          </li>
        ))}
      </ol>
      <p className="card-foot small">
        <Link to="/a/$accountId/objects/$objectId/pinned" params={params} search={{}} className="link">
          {mayChange ? objectWords.orderPinned : objectWords.allPinned}
        </Link>
      </p>
    </section>
  );
}
