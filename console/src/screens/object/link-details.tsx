import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemFacts } from '../../api/problem';
import { objectKeys, switchLink, type ObjectLink } from '../../api/queries/objects';
import { formatExact, formatPlatformTime } from '../../lib/format';
import { DetailDrawer } from '../../parts/drawer';
import { Status } from '../../parts/status';
import { words } from '../../words/en';
import { linkName, linkStatus, stopReason } from './link-state';

interface LinkDetailsProps {
  readonly accountId: number;
  readonly objectId: number;
  readonly link: ObjectLink | undefined;
  readonly mayChange: boolean;
  readonly onClose: () => void;
}

/** The details of one link, and what may be done with it. */
export function LinkDetails({ accountId, objectId, link, mayChange, onClose }: LinkDetailsProps) {
  return (
    <DetailDrawer title={link === undefined ? '' : linkName(link)} isOpen={link !== undefined} onClose={onClose}>
      {link !== undefined && (
        <div className="link-details">
          <Status name={linkStatus(link)} />
          <dl>
            <Fact name={words.object.why}>{link.scrape_error ?? stopReason(link) ?? words.object.never}</Fact>
            <Fact name={words.object.last}>
              {link.last_scraped_at === null ? words.object.never : formatExact(link.last_scraped_at)}
            </Fact>
            <Fact name={words.object.newest}>
              {link.last_scraped_review_date === null
                ? words.object.never
                : formatPlatformTime(link.last_scraped_review_date)}
            </Fact>
            <Fact name={words.object.added}>{formatExact(link.created_at)}</Fact>
          </dl>
          <a className="link" href={link.url} target="_blank" rel="noreferrer">
            {words.object.open}
          </a>
          {mayChange && <SwitchLink accountId={accountId} objectId={objectId} link={link} />}
        </div>
      )}
    </DetailDrawer>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

interface SwitchLinkProps {
  readonly accountId: number;
  readonly objectId: number;
  readonly link: ObjectLink;
}

function SwitchLink({ accountId, objectId, link }: SwitchLinkProps) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: () => switchLink(accountId, objectId, link.id, !link.is_active || link.frozen_at !== null),
    onSuccess: () => queries.invalidateQueries({ queryKey: objectKeys.list(accountId) }),
  });
  return (
    <>
      <Button loading={change.isPending} onClick={() => change.mutate()}>
        {link.is_active && link.frozen_at === null ? words.object.stop : words.object.start}
      </Button>
      {change.error && <p role="alert">{problemFacts(change.error).text}</p>}
    </>
  );
}
