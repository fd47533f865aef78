import { Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemFacts } from '../../api/problem';
import { keyKeys } from '../../api/queries/keys';
import { revokeKeysOf, type LeftBehind } from '../../api/queries/members';
import { WriteButton } from '../../parts/write-button';
import { membersWords } from '../../words/en/members';

/** A person who is no longer an owner, and what the person leaves behind. */
export interface FormerOwner extends LeftBehind {
  readonly id: number;
  readonly name: string;
}

/** Whether there is something to say about it. */
export const hasLeftAnything = ({ revoked_invitations: invitations, keys }: LeftBehind): boolean =>
  invitations.length + keys.length > 0;

interface LeftBehindDialogProps {
  readonly accountId: number;
  readonly former: FormerOwner | null;
  readonly onClose: () => void;
}

/** Names the invitations that were revoked, and the keys that still work, which one press revokes. */
export function LeftBehindDialog({ accountId, former, onClose }: LeftBehindDialogProps) {
  return (
    <Modal opened={former !== null} onClose={onClose} title={membersWords.leftTitle(former?.name ?? '')}>
      {former !== null && <LeftBehindFacts accountId={accountId} former={former} onClose={onClose} />}
    </Modal>
  );
}

function LeftBehindFacts({ accountId, former, onClose }: LeftBehindDialogProps & { readonly former: FormerOwner }) {
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => revokeKeysOf(accountId, former.id),
    onSettled: () => queries.invalidateQueries({ queryKey: keyKeys.list(accountId) }),
  });
  const { name, revoked_invitations: invitations, keys } = former;
  const isOpen = keys.length > 0 && !revoke.isSuccess;
  return (
    <div className="member-dialog">
      {invitations.length > 0 && (
        <>
          <p>{membersWords.leftInvitations(invitations.length)}</p>
          <ul>
            {invitations.map(({ id, email, role }) => (
              <li key={id}>
                <bdi>{email}</bdi>, {membersWords.roles[role]}
              </li>
            ))}
          </ul>
        </>
      )}
      {keys.length > 0 && (
        <>
          <p>{membersWords.leftKeys(name, keys.length)}</p>
          <ul>
            {keys.map(({ id, name: keyName, prefix }) => (
              <li key={id}>
                <bdi>{keyName ?? prefix}</bdi> <span className="mono">{prefix}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {revoke.error && (
        <p role="alert" className="refused">
          {problemFacts(revoke.error).text}
        </p>
      )}
      <p role="status">{revoke.data && membersWords.leftRevoked(revoke.data.data.length)}</p>
      <div className="dialog-actions">
        {isOpen && (
          <WriteButton data-autofocus variant="filled" loading={revoke.isPending} onClick={() => revoke.mutate()}>
            {membersWords.revokeKeys}
          </WriteButton>
        )}
        <Button onClick={onClose}>{isOpen ? membersWords.keepKeys : membersWords.done}</Button>
      </div>
    </div>
  );
}
