import type { ObjectLink } from '../../api/queries/objects';
import type { Run } from '../../api/queries/runs';
import { formatWhen, formatWhole, formatPlatformTime } from '../../lib/format';
import { DetailDrawer } from '../../parts/drawer';
import { statusOf } from '../../parts/link-status';
import { roadOfLink } from '../../parts/roads';
import { Status } from '../../parts/status';
import { objectWords } from '../../words/en/object';
import { linkName, whyOf } from './link-state';
import { partsOf } from './strip-cells';
import { usePlatform } from './use-object';

interface LinkDetailsProps {
  readonly link: ObjectLink | undefined;
  readonly runs: readonly Run[];
  readonly onClose: () => void;
}

/** The details of one link. */
export function LinkDetails({ link, runs, onClose }: LinkDetailsProps) {
  return (
    <DetailDrawer title={link === undefined ? '' : linkName(link)} isOpen={link !== undefined} onClose={onClose}>
      {link !== undefined && <Facts link={link} runs={runs} />}
    </DetailDrawer>
  );
}

function Facts({ link, runs }: { readonly link: ObjectLink; readonly runs: readonly Run[] }) {
  const last = partsOf(runs, link.id).find(({ outcome }) => outcome !== null);
  const platform = usePlatform(link.source_slug);
  const why = whyOf(link, platform?.display_name ?? link.source_slug, last);
  const object = objectWords;
  const exact = (at: string | null, none: string = object.never): string => (at === null ? none : formatWhole(at));
  const facts: readonly (readonly [name: string, value: string | null])[] = [
    [object.why, [why.title, ...why.notes].join('. ').replaceAll('..', '.')],
    [object.road, roadOfLink(link, platform?.roads ?? [])],
    [object.error, link.scrape_error],
    [object.lastRead, exact(link.last_scraped_at)],
    [
      object.next,
      link.switched_off_since === null
        ? exact(link.next_collection_at, object.none)
        : object.offSince(formatWhen(link.switched_off_since)),
    ],
    [object.lastFull, exact(link.last_full_at)],
    [object.failing, link.failing_since && formatWhole(link.failing_since)],
    [object.newest, link.last_scraped_review_date && formatPlatformTime(link.last_scraped_review_date)],
    [object.added, formatWhole(link.created_at)],
  ];
  return (
    <div className="link-details">
      <Status name={statusOf(link.state)} />
      <dl>
        {facts.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      <a className="link" href={link.url} target="_blank" rel="noreferrer">
        {object.open}
      </a>
    </div>
  );
}
