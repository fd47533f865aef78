import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconCode, IconDots, IconExternalLink, IconEye, IconEyeOff, IconPin, IconPinnedOff } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiProblem, problemFacts } from '../../api/problem';
import { byObject, pinReviews, reviewKeys, unpinReviews, type Review } from '../../api/queries/reviews';
import { mayActAs } from '../../api/queries/session';
import { useKeys } from '../../lib/keys';
import { usePageActions } from '../../lib/page-actions';
import { webAddressOf } from '../../lib/url-state';
import { CopyCurl } from '../../parts/copy-curl';
import { reviewsWords } from '../../words/en/reviews';
import { RawRecord } from './raw-record';
import { useHiding } from './use-hiding';

const accountRoute = getRouteApi('/a/$accountId');

/** Hide, pin, open on the platform, and the menu of a review. */
export function DetailActions({ review }: { readonly review: Review }) {
  const { account } = accountRoute.useRouteContext();
  const mayWrite = mayActAs(account.role, 'member');
  const [isRawOpen, setRawOpen] = useState(false);
  const hiding = useHiding(account.id);
  const pinning = usePinning(account.id, review);
  const address = webAddressOf(review.review_url);
  const hide = (): void => (review.is_hidden ? hiding.show([review]) : hiding.hide([review]));
  useKeys({
    ...(mayWrite ? { h: hide, p: pinning.toggle } : {}),
    ...(address === undefined ? {} : { o: () => void window.open(address, '_blank', 'noopener,noreferrer') }),
  });
  usePageActions(
    mayWrite
      ? [
          { label: review.is_hidden ? reviewsWords.unhide : reviewsWords.hide, isWrite: true, run: hide },
          { label: review.is_pinned ? reviewsWords.unpin : reviewsWords.pin, isWrite: true, run: pinning.toggle },
        ]
      : [],
  );
  const problem = hiding.problem ?? pinning.problem;
  return (
    <>
      <span className="crumb-actions">
        {mayWrite && <Marks review={review} onHide={hide} onPin={pinning.toggle} />}
        {address !== undefined && (
          <Button
            component="a"
            variant="subtle"
            href={address}
            target="_blank"
            rel="noreferrer"
            aria-label={reviewsWords.openLabel}
            leftSection={iconOf(IconExternalLink)}
          >
            {reviewsWords.open}
          </Button>
        )}
        <Menu position="bottom-end" width={270} loop={false}>
          <Menu.Target>
            <ActionIcon aria-label={reviewsWords.more}>{iconOf(IconDots)}</ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={iconOf(IconCode)} onClick={() => setRawOpen(true)}>
              {reviewsWords.raw}
            </Menu.Item>
            <CopyCurl call={{ path: `/v3/reviews/${review.id}`, query: curlQueryOf(review) }} />
          </Menu.Dropdown>
        </Menu>
      </span>
      {problem !== null && (
        <p className="refusal crumb-problem" role="alert">
          {problem}
        </p>
      )}
      <RawRecord reviewId={review.id} isOpen={isRawOpen} onClose={() => setRawOpen(false)} />
    </>
  );
}

interface MarksProps {
  readonly review: Review;
  readonly onHide: () => void;
  readonly onPin: () => void;
}

function Marks({ review, onHide, onPin }: MarksProps) {
  return (
    <>
      <Button variant="subtle" leftSection={iconOf(review.is_hidden ? IconEye : IconEyeOff)} onClick={onHide}>
        {review.is_hidden ? reviewsWords.unhide : reviewsWords.hide}
      </Button>
      <Button variant="subtle" leftSection={iconOf(review.is_pinned ? IconPinnedOff : IconPin)} onClick={onPin}>
        {review.is_pinned ? reviewsWords.unpin : reviewsWords.pin}
      </Button>
    </>
  );
}

const iconOf = (Shape: typeof IconDots) => <Shape size={16} stroke={1.75} aria-hidden />;

const curlQueryOf = ({ is_deleted: isDeleted, is_hidden: isHidden }: Review) => ({
  separate_pos_neg: true,
  include_deleted: isDeleted ? true : undefined,
  show_hidden: isHidden ? true : undefined,
});

/** Pins and unpins before the service has answered; a refusal takes it back. */
function usePinning(accountId: number, review: Review) {
  const queries = useQueryClient();
  const key = reviewKeys.single(accountId, review.id);
  const mark = (isPinned: boolean): void => {
    queries.setQueryData<Review>(key, (before) => before && { ...before, is_pinned: isPinned });
  };
  const [group] = byObject([review]);
  const pin = useMutation({
    mutationFn: async (isPinned: boolean): Promise<void> => {
      if (group === undefined) return;
      await (isPinned ? pinReviews(accountId, group) : unpinReviews(accountId, group));
    },
    onMutate: mark,
    onError: (_, isPinned) => mark(!isPinned),
    onSettled: () => queries.invalidateQueries({ queryKey: reviewKeys.all(accountId) }),
  });
  return {
    toggle: () => pin.mutate(!review.is_pinned),
    problem: pin.error === null ? null : pinProblem(pin.error),
  };
}

function pinProblem(error: Error): string {
  const isFull = error instanceof ApiProblem && error.code === 'pinned_limit_exceeded';
  return isFull ? reviewsWords.pinsFull : problemFacts(error).text;
}
