import { Tooltip } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { formatNumber } from '../lib/format';
import { frameWords } from '../words/en/frame';
import type { Place } from './places';
import { scopeParameters, useScope } from './scope';
import { addressOf } from './use-places';

interface PlaceLinkProps {
  readonly place: Place;
  readonly accountId: number;
  readonly className: 'nav' | 'tab';
  /** Whether the word is only a tooltip. */
  readonly isIcon?: boolean;
  readonly onClick?: () => void;
}

const NONE = { queryKey: ['none'], queryFn: skipToken } as const;

/** The link to a place, with its count and its troubles. */
export function PlaceLink({ place, accountId, className, isIcon = false, onClick }: PlaceLinkProps) {
  const { Shape, key, route, under = route } = place;
  const count = useQuery<number>(place.count?.(accountId) ?? NONE).data;
  const trouble = useQuery<number>(place.trouble?.(accountId) ?? NONE).data ?? 0;
  const scope = useScope();
  const isCurrent = useIsBelow(addressOf(under, accountId));
  return (
    <Tooltip label={frameWords.places[key]} position="right" disabled={!isIcon}>
      <Link
        to={addressOf(route, accountId)}
        search={scopeParameters(key, scope)}
        className={className}
        aria-current={isCurrent ? 'page' : undefined}
        activeProps={{}}
        onClick={onClick}
      >
        <Shape className="icon" size={16} stroke={1.75} aria-hidden />
        <span className="nav-word">{frameWords.places[key]}</span>
        {trouble > 0 ? (
          <span className="count trouble num">
            <IconAlertTriangle className="icon" size={14} stroke={1.75} aria-hidden />
            <span aria-hidden>{formatNumber(trouble)}</span>
            <span className="sr">{frameWords.trouble(trouble)}</span>
          </span>
        ) : (
          count !== undefined && <span className="count num">{formatNumber(count)}</span>
        )}
      </Link>
    </Tooltip>
  );
}

function useIsBelow(address: string): boolean {
  return useRouterState({
    select: ({ location: { pathname } }) => pathname === address || pathname.startsWith(`${address}/`),
  });
}
