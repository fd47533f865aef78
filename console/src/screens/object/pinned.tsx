import { ActionIcon, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPinnedOff } from '@tabler/icons-react';
import { useState } from 'react';
import { problemFacts } from '../../api/problem';
import { PINNED_AT_MOST, pinnedQuery, type Pinned, type PinnedReview } from '../../api/queries/curation';
import { OrderList } from '../../parts/order-list';
import { authorOf, ReviewLine } from '../../parts/review-line';
import { Empty, Loading, Problem } from '../../parts/states';
import { objectWords } from '../../words/en/object';
import { usePinOrder } from './pin-order';
import { useOpenObject } from './use-object';

/** The pinned reviews, which a person puts in order. */
export function PinnedTab() {
  const { accountId, objectId, mayChange } = useOpenObject();
  const pinned = useQuery(pinnedQuery(accountId, objectId));
  if (pinned.isPending) return <Loading rows={5} onRetry={() => void pinned.refetch()} />;
  if (pinned.error) return <Problem {...problemFacts(pinned.error)} onRetry={() => void pinned.refetch()} />;
  return <PinOrder accountId={accountId} objectId={objectId} stored={pinned.data} mayChange={mayChange} />;
}

interface PinOrderProps {
  readonly accountId: number;
  readonly objectId: number;
  readonly stored: Pinned;
  readonly mayChange: boolean;
}

function PinOrder({ accountId, objectId, stored, mayChange }: PinOrderProps) {
  const pins = usePinOrder(accountId, objectId, stored);
  const [unpinned, setUnpinned] = useState<Unpinned | null>(null);
  const unpin = (review: PinnedReview): void => {
    setUnpinned({ name: authorOf(review.author), before: pins.reviews });
    pins.order(pins.reviews.filter(({ id }) => id !== review.id));
  };
  const undo = (): void => {
    if (unpinned) pins.order(unpinned.before);
    setUnpinned(null);
  };
  return (
    <section className="card pinned-card">
      <header className="card-head">
        <h2>{objectWords.pinned}</h2>
        <span className="small muted num">{objectWords.pinnedOf(pins.reviews.length, PINNED_AT_MOST)}</span>
      </header>
      <ConflictBanner pins={pins} />
      {pins.problem !== null && (
        <p role="alert" className="banner bad">
          {pins.problem}
        </p>
      )}
      {pins.reviews.length === 0 ? (
        <Empty text={objectWords.noPinned} />
      ) : (
        <OrderList
          label={objectWords.pinned}
          items={pins.reviews}
          keyOf={({ id }) => id}
          nameOf={({ author }) => authorOf(author)}
          mayMove={mayChange}
          onOrder={(reviews) => {
            setUnpinned(null);
            pins.order(reviews);
          }}
          actions={(review) => mayChange && <UnpinButton review={review} onUnpin={unpin} />}
        >
          {(review) => <ReviewLine review={review} />}
        </OrderList>
      )}
      {mayChange && <Foot pins={pins} unpinned={unpinned} onUndo={undo} />}
    </section>
  );
}

type Pins = ReturnType<typeof usePinOrder>;

/** The last unpinned review, and the order before. */
interface Unpinned {
  readonly name: string;
  readonly before: readonly PinnedReview[];
}

function ConflictBanner({ pins: { conflict, takeTheirs, keepMine } }: { readonly pins: Pins }) {
  if (conflict === null) return null;
  return (
    <div className="banner warn conflict" role="alert">
      <b dir="auto">{objectWords.changedOrder(conflict.text)}</b>
      <span className="conflict-actions">
        <Button onClick={takeTheirs}>{objectWords.takeTheirs}</Button>
        <Button onClick={() => void keepMine()}>{objectWords.keepMine}</Button>
      </span>
    </div>
  );
}

interface UnpinButtonProps {
  readonly review: PinnedReview;
  readonly onUnpin: (review: PinnedReview) => void;
}

function UnpinButton({ review, onUnpin }: UnpinButtonProps) {
  return (
    <ActionIcon aria-label={objectWords.unpin(authorOf(review.author))} onClick={() => onUnpin(review)}>
      <IconPinnedOff size={16} aria-hidden />
    </ActionIcon>
  );
}

interface FootProps {
  readonly pins: Pins;
  readonly unpinned: Unpinned | null;
  readonly onUndo: () => void;
}

/** The keys of the list, and the state of the last change. */
function Foot({ pins, unpinned, onUndo }: FootProps) {
  return (
    <p className="card-foot small muted">
      <span>{objectWords.pinnedKeys}</span>
      <span role="status" className="pin-state">
        {unpinned && <bdi>{objectWords.unpinned(unpinned.name)}</bdi>}{' '}
        {unpinned && (
          <button type="button" className="link plain" onClick={onUndo}>
            {objectWords.undo}
          </button>
        )}{' '}
        <span>
          {!pins.conflict && pins.isSaving && objectWords.saving}
          {pins.isSaved && objectWords.saved}
        </span>
      </span>
    </p>
  );
}
