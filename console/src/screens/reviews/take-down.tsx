import { Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemFacts } from '../../api/problem';
import { refreshReplies, removeReply } from '../../api/queries/replies';
import type { Review } from '../../api/queries/reviews';
import type { Platform } from '../../api/queries/sources';
import { WriteButton } from '../../parts/write-button';
import { repliesWords } from '../../words/en/replies';

interface TakeDownProps {
  readonly accountId: number;
  readonly review: Review;
  readonly platform: Platform;
}

/** Removes the public reply, after a dialog that names what is lost. */
export function TakeDown({ accountId, review, platform }: TakeDownProps) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const remove = useMutation({
    mutationFn: () => removeReply(accountId, review.id),
    onSuccess: async () => {
      setOpen(false);
      await refreshReplies(queries, accountId);
    },
  });
  return (
    <>
      <Button variant="subtle" onClick={() => setOpen(true)}>
        {repliesWords.takeDown}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={repliesWords.takeDownTitle(platform.display_name)}
        closeButtonProps={{ 'aria-label': repliesWords.keep }}
      >
        <div className="stack">
          <p>{repliesWords.takeDownText}</p>
          {remove.error && (
            <p className="refusal" role="alert">
              {problemFacts(remove.error).text}
            </p>
          )}
          <div className="dialog-foot">
            <Button data-autofocus onClick={() => setOpen(false)}>
              {repliesWords.keep}
            </Button>
            <WriteButton variant="filled" loading={remove.isPending} onClick={() => remove.mutate()}>
              {repliesWords.takeDown}
            </WriteButton>
          </div>
        </div>
      </Modal>
    </>
  );
}
