import { Button } from '@mantine/core';
import { IconAlertTriangle, IconExternalLink } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { Review } from '../../api/queries/reviews';
import { mayActAs } from '../../api/queries/session';
import type { Platform } from '../../api/queries/sources';
import { webAddressOf } from '../../lib/url-state';
import { repliesWords } from '../../words/en/replies';

const accountRoute = getRouteApi('/a/$accountId');
const CONNECTS = new Set(['reply_card_not_yours', 'reply_access_revoked']);
const OPENS = new Set(['reply_not_supported', 'reply_not_replyable', 'reply_owned_by_other_account']);

interface WayOutProps {
  readonly code: string;
  readonly detail: string;
  readonly review: Review;
  readonly platform: Platform;
}

/** Why a reply is not possible, with the action that makes it possible. */
export function WayOut({ code, detail, review, platform }: WayOutProps) {
  const { account } = accountRoute.useRouteContext();
  const { display_name: name } = platform;
  const address = webAddressOf(review.review_url) ?? webAddressOf(platform.base_url);
  const isOwner = mayActAs(account.role, 'owner');
  return (
    <div className="banner warn way-out">
      <IconAlertTriangle className="icon" size={16} aria-hidden />
      <div>
        <p>{repliesWords.refusal[code]?.(name) ?? detail}</p>
        {CONNECTS.has(code) && !isOwner && <p className="small">{repliesWords.askOwner}</p>}
      </div>
      {CONNECTS.has(code) && isOwner && (
        <Button component="a" href={`/console/a/${account.id}/connections/${platform.slug}`}>
          {repliesWords.connect(name)}
        </Button>
      )}
      {OPENS.has(code) && address !== undefined && (
        <Button
          component="a"
          href={address}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={16} stroke={1.75} aria-hidden />}
        >
          {repliesWords.openThere(name)}
        </Button>
      )}
    </div>
  );
}
