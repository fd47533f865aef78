import { Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { problemFacts } from '../../api/problem';
import { memberKeys, removeMember, type LeftBehind, type Member } from '../../api/queries/members';
import type { Membership } from '../../api/queries/session';
import { WriteButton } from '../../parts/write-button';
import { membersWords } from '../../words/en/members';

interface RemoveDialogProps {
  readonly account: Membership;
  readonly member: Member | null;
  readonly isSelf: boolean;
  readonly onClose: () => void;
  readonly onRemoved: (member: Member, left: LeftBehind) => void;
}

/** Names the person and the loss. After leaving, the account is no longer open to the person. */
export function RemoveDialog({ account, member, isSelf, onClose, onRemoved }: RemoveDialogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: (id: number) => removeMember(account.id, id),
    onSuccess: async (left) => {
      onClose();
      if (!isSelf) {
        if (member !== null) onRemoved(member, left);
        await queries.invalidateQueries({ queryKey: memberKeys.invitations(account.id) });
        return queries.invalidateQueries({ queryKey: memberKeys.list(account.id) });
      }
      queries.clear();
      await navigate({ to: '/' });
    },
  });
  const close = (): void => {
    remove.reset();
    onClose();
  };
  const title = isSelf ? membersWords.leaveTitle : membersWords.removeTitle(member?.name ?? '');
  return (
    <Modal opened={member !== null} onClose={close} title={title}>
      {member !== null && (
        <div className="member-dialog">
          <p>{isSelf ? membersWords.leaveText(account.name) : membersWords.removeText(member.name, account.name)}</p>
          {remove.error && (
            <p role="alert" className="refused">
              {problemFacts(remove.error).text}
            </p>
          )}
          <div className="dialog-actions">
            <Button data-autofocus onClick={close}>
              {membersWords.cancel}
            </Button>
            <WriteButton variant="filled" loading={remove.isPending} onClick={() => remove.mutate(member.id)}>
              {isSelf ? membersWords.leave : membersWords.remove}
            </WriteButton>
          </div>
        </div>
      )}
    </Modal>
  );
}
