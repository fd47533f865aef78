import { ActionIcon, Modal, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPhotoOff } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';
import { photoAddress } from '../../api/queries/reviews';
import { reviewsWords } from '../../words/en/reviews';

interface PhotosProps {
  readonly accountId: number;
  readonly reviewId: number;
  readonly count: number;
}

/** Small photos; pressing one opens it, and arrow keys lead to the others. */
export function Photos({ accountId, reviewId, count }: PhotosProps) {
  const [open, setOpen] = useState<number | null>(null);
  const places = Array.from({ length: count }, (_, index) => index + 1);
  const step = (by: number): void =>
    setOpen((place) => (place === null ? null : ((place - 1 + by + count) % count) + 1));
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowRight') step(1);
    if (event.key === 'ArrowLeft') step(-1);
  };
  return (
    <>
      <ul className="photos">
        {places.map((place) => (
          <li key={place}>
            <UnstyledButton data-print aria-label={reviewsWords.photo(place, count)} onClick={() => setOpen(place)}>
              <Photo address={photoAddress(accountId, reviewId, place, 'preview')} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <Modal
        opened={open !== null}
        onClose={() => setOpen(null)}
        size="auto"
        title={open === null ? '' : reviewsWords.photo(open, count)}
        closeButtonProps={{ 'aria-label': reviewsWords.closePhotos }}
        onKeyDown={onKey}
      >
        {open !== null && (
          <div className="lightbox">
            <Photo
              key={open}
              address={photoAddress(accountId, reviewId, open, 'full')}
              alt={reviewsWords.photo(open, count)}
            />
            {count > 1 && (
              <div className="lightbox-foot">
                <ActionIcon aria-label={reviewsWords.previousPhoto} onClick={() => step(-1)}>
                  <IconChevronLeft size={20} aria-hidden />
                </ActionIcon>
                <ActionIcon aria-label={reviewsWords.nextPhoto} onClick={() => step(1)}>
                  <IconChevronRight size={20} aria-hidden />
                </ActionIcon>
              </div>
            )}
          </div>
        )}
      </Modal>
    </>
  );
}

/** Without `alt`, the element around the photo has the accessible name. */
function Photo({ address, alt = '' }: { readonly address: string; readonly alt?: string }) {
  const [isGone, setGone] = useState(false);
  if (isGone)
    return (
      <span className="photo-gone" title={reviewsWords.photoGone}>
        <IconPhotoOff size={20} stroke={1.5} aria-hidden />
        <span className={alt === '' ? 'sr' : 'small'}>{reviewsWords.photoGone}</span>
      </span>
    );
  return <img src={address} alt={alt} loading="lazy" decoding="async" onError={() => setGone(true)} />;
}
