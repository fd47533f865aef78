import { ActionIcon, Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { problemFacts } from '../../api/problem';
import { changeLink } from '../../api/queries/object-links';
import { objectKeys, type ObjectLink } from '../../api/queries/objects';
import type { Run } from '../../api/queries/runs';
import { mayActAs } from '../../api/queries/session';
import { formatClock, formatNumber, momentOf } from '../../lib/format';
import { LinkButton } from '../../parts/link-button';
import { Meter } from '../../parts/meter';
import { Moment } from '../../parts/moment';
import { PlatformChip } from '../../parts/platform';
import { statusOf } from '../../parts/link-status';
import { roadOfLink } from '../../parts/roads';
import { Status } from '../../parts/status';
import { Table, type Column } from '../../parts/table';
import { connectWords } from '../../words/en/connect';
import { connectionsWords } from '../../words/en/connections';
import { objectWords } from '../../words/en/object';
import { DeleteLink, RenameLink } from './link-dialogs';
import { accessAsked, linkName, shortAddress, whyOf } from './link-state';
import { partsOf } from './strip-cells';
import { useAccount, useOpenObject, usePlatform, usePlatformName } from './use-object';

interface LinkTableProps {
  readonly links: readonly ObjectLink[];
  readonly runs: readonly Run[];
  readonly onOpen: (linkId: number) => void;
}

interface OpenDialog {
  readonly kind: 'rename' | 'delete';
  readonly linkId: number;
}

/** The links with their state, their completeness, and the reason for the end of the last collection. */
export function LinkTable({ links, runs, onOpen }: LinkTableProps) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const linkOf = (kind: OpenDialog['kind']): ObjectLink | undefined =>
    dialog?.kind === kind ? links.find(({ id }) => id === dialog.linkId) : undefined;
  const columns: readonly Column<ObjectLink>[] = [
    { key: 'name', title: objectWords.link, cell: (link) => <Name link={link} /> },
    { key: 'state', title: objectWords.state, cell: (link) => <Status name={statusOf(link.state)} /> },
    { key: 'collected', title: objectWords.collected, cell: (link) => <Collected link={link} /> },
    { key: 'why', title: objectWords.why, cell: (link) => <WhyCell link={link} runs={runs} /> },
    { key: 'last', title: objectWords.last, cell: (link) => <LastAndNext link={link} runs={runs} /> },
    {
      key: 'actions',
      title: objectWords.actions,
      isTitleHidden: true,
      cell: (link) => (
        <LinkMenu
          link={link}
          onOpen={() => onOpen(link.id)}
          onDialog={(kind) => setDialog({ kind, linkId: link.id })}
        />
      ),
    },
  ];
  return (
    <>
      <Table caption={objectWords.links} columns={columns} rows={links} keyOf={({ id }) => id} />
      <RenameLink link={linkOf('rename')} onClose={() => setDialog(null)} />
      <DeleteLink link={linkOf('delete')} onClose={() => setDialog(null)} />
    </>
  );
}

function Name({ link }: { readonly link: ObjectLink }) {
  return (
    <span className="link-name">
      <PlatformChip slug={link.source_slug} name={usePlatformName(link.source_slug)} />
      <span className="clip">
        <b dir="auto" className="clip" title={linkName(link)}>
          {linkName(link)}
        </b>
        <span className="mono muted clip" title={link.url}>
          {shortAddress(link.url)}
        </span>
        <Road link={link} />
      </span>
    </span>
  );
}

/** How the link is read. One that lacks access is not read at all, whatever its last road was. */
function Road({ link }: { readonly link: ObjectLink }) {
  const platform = usePlatform(link.source_slug);
  if (platform === undefined || accessAsked(link) !== null) return null;
  return <span className="small sub road">{roadOfLink(link, platform.roads)}</span>;
}

function Collected({ link }: { readonly link: ObjectLink }) {
  const { collected_count: collected, platform_review_count: all, completeness, progress } = link;
  const isCounted = progress !== null && progress.of !== null && progress.of > 0;
  const share = isCounted ? Math.min(1, progress.read / (progress.of ?? 1)) : completeness;
  const percent = Math.floor(100 * (share ?? 0));
  const tone = share === null || isCounted ? 'bar' : share < 0.98 ? 'warn' : 'bar';
  return (
    <div className="collected num">
      <span>
        <b>{formatNumber(collected)}</b>
        <span className="muted">{all === null ? objectWords.ofUnknown : objectWords.of(all)}</span>
      </span>
      {share !== null && (
        <Meter label={objectWords.share(percent)} percent={percent} tone={tone} isRunning={isCounted} />
      )}
    </div>
  );
}

function WhyCell({ link, runs }: { readonly link: ObjectLink; readonly runs: readonly Run[] }) {
  const last = partsOf(runs, link.id).find(({ outcome }) => outcome !== null);
  const { title, notes } = whyOf(link, usePlatformName(link.source_slug), last);
  return (
    <span className="why">
      <b>{title}</b>
      <span className="sub">{notes.join(' ')}</span>
      <Access link={link} />
    </span>
  );
}

/** Leads from a link that lacks access to the connections of its platform. */
function Access({ link }: { readonly link: ObjectLink }) {
  const { accountId, object } = useOpenObject();
  const isOwner = mayActAs(useAccount().role, 'owner');
  const platform = usePlatform(link.source_slug);
  const asked = accessAsked(link);
  if (asked === null || !platform?.connection) return null;
  if (!isOwner) return <span className="sub">{connectWords.onlyOwners}</span>;
  const label = asked === 'connect' ? connectionsWords.connectPlatform : connectionsWords.reconnectPlatform;
  return (
    <LinkButton
      to="/a/$accountId/connections/$source"
      params={{ accountId: String(accountId), source: platform.slug }}
      search={{ step: 'before', object_id: object.id }}
      size="xs"
      className="access"
    >
      {label(platform.display_name)}
    </LinkButton>
  );
}

function LastAndNext({ link, runs }: { readonly link: ObjectLink; readonly runs: readonly Run[] }) {
  const running = partsOf(runs, link.id).find(({ outcome, started_at: at }) => outcome === null && at !== null);
  if (link.progress !== null && running?.started_at)
    return (
      <span className="small last-next num">
        <span>{objectWords.since(formatClock(running.started_at))}</span>
        <span className="muted">{leftOf(link.progress, running.started_at)}</span>
      </span>
    );
  return (
    <span className="small last-next num">
      <Moment at={link.last_scraped_at} none={objectWords.never} as="clock" />
      <span className="muted">{link.is_active && nextText(link)}</span>
    </span>
  );
}

function nextText({
  next_collection_at: next,
  scrape_status: status,
  switched_off_since: off,
}: ObjectLink): string | null {
  if (next === null) return null;
  if (off !== null) return objectWords.nextSwitchedOff;
  if (momentOf(next).getTime() <= Date.now()) return objectWords.nextSoon;
  return status === 'failed' ? objectWords.nextAt(formatClock(next)) : objectWords.nextAbout(formatClock(next));
}

/** The rest of a reading of the whole list at its present pace. */
function leftOf({ read, of }: NonNullable<ObjectLink['progress']>, startedAt: string): string | null {
  if (of === null || read === 0 || read >= of) return null;
  const minutes = ((Date.now() - momentOf(startedAt).getTime()) / 60_000 / read) * (of - read);
  return objectWords.left(Math.max(1, Math.round(minutes)));
}

interface LinkMenuProps {
  readonly link: ObjectLink;
  readonly onOpen: () => void;
  readonly onDialog: (kind: OpenDialog['kind']) => void;
}

function LinkMenu({ link, onOpen, onDialog }: LinkMenuProps) {
  const { accountId, object, mayChange } = useOpenObject();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (isActive: boolean) => changeLink(accountId, object.id, link.id, { is_active: isActive }),
    onSuccess: () => queries.invalidateQueries({ queryKey: objectKeys.all(accountId) }),
  });
  const isFrozen = link.frozen_at !== null;
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon aria-label={objectWords.actionsOf(linkName(link))} loading={change.isPending}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onOpen}>{objectWords.details}</Menu.Item>
          <Menu.Item component="a" href={link.url} target="_blank" rel="noreferrer">
            {objectWords.open}
          </Menu.Item>
          {mayChange && (
            <>
              <Menu.Divider />
              {link.is_active && isFrozen && (
                <Menu.Item onClick={() => change.mutate(true)}>{objectWords.unfreeze}</Menu.Item>
              )}
              <Menu.Item onClick={() => onDialog('rename')}>{objectWords.rename}</Menu.Item>
              <Menu.Item onClick={() => change.mutate(!link.is_active)}>
                {link.is_active ? objectWords.stop : objectWords.start}
              </Menu.Item>
              <Menu.Item className="danger" onClick={() => onDialog('delete')}>
                {objectWords.deleteLink}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {change.error && (
        <p role="alert" className="refused small">
          {problemFacts(change.error).text}
        </p>
      )}
    </>
  );
}
