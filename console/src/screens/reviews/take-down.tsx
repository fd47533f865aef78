import { Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemFacts } from '../../api/problem';
import { refreshReplies, removeReply } from '../../api/queries/replies';
import type { Review } from '../../api/queries/reviews';
import type { Platform } from '../../api/queries/sources';
import { WriteButton } from '../../parts/write-button';
import { words } from '../../words/en';

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
        {words.replies.takeDown}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={words.replies.takeDownTitle(platform.display_name)}
        closeButtonProps={{ 'aria-label': words.replies.keep }}
      >
        <div className="stack">
          <p>{words.replies.takeDownText}</p>
          {remove.error && (
            <p className="refusal" role="alert">
              {problemFacts(remove.error).text}
            </p>
          )}
          <div className="dialog-foot">
            <Button data-autofocus onClick={() => setOpen(false)}>
              {words.replies.keep}
            </Button>
            <WriteButton variant="filled" loading={remove.isPending} onClick={() => remove.mutate()}>
              {words.replies.takeDown}
            </WriteButton>
          </div>
        </div>
      </Modal>
    </>
  );
}
