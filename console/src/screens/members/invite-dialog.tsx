import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { refusalOf } from '../../api/problem';
import { invite, memberKeys } from '../../api/queries/members';
import type { Role } from '../../api/queries/session';
import { copyText } from '../../lib/copy-text';
import { useForm } from '../../lib/use-form';
import { DialogActions } from '../../parts/dialog-actions';
import { membersWords } from '../../words/en/members';

interface InviteDialogProps {
  readonly accountId: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const ROLES: readonly Role[] = ['viewer', 'member', 'owner'];
const ADDRESS = /^\S+@\S+$/;

/** First the address and the role, then the link, which is shown only now. */
export function InviteDialog({ accountId, isOpen, onClose }: InviteDialogProps) {
  const [made, setMade] = useState<NewInvitation | null>(null);
  const close = (): void => {
    setMade(null);
    onClose();
  };
  return (
    <Modal opened={isOpen} onClose={close} title={made === null ? membersWords.invite : membersWords.linkTitle}>
      {made === null ? (
        <InviteForm accountId={accountId} onMade={setMade} onClose={close} />
      ) : (
        <NewLink {...made} onClose={close} />
      )}
    </Modal>
  );
}

interface NewInvitation {
  readonly email: string;
  readonly link: string;
}

interface InviteFormProps {
  readonly accountId: number;
  readonly onMade: (made: NewInvitation) => void;
  readonly onClose: () => void;
}

interface Invitee {
  readonly email: string;
  readonly role: Role;
}

function InviteForm({ accountId, onMade, onClose }: InviteFormProps) {
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: ({ email, role }: Invitee) => invite(accountId, email, role),
    onSuccess: async ({ link }, { email }) => {
      onMade({ email, link });
      await queries.invalidateQueries({ queryKey: memberKeys.invitations(accountId) });
    },
  });
  const form = useForm({
    initial: { email: '', role: 'viewer' } as Invitee,
    check: ({ email }) => ({ email: ADDRESS.test(email.trim()) ? null : membersWords.emailMissing }),
    onSend: ({ email, role }) => make.mutate({ email: email.trim(), role }),
    onEdit: make.reset,
    refusal: refusalOf(make.error),
    refusedAt: 'email',
  });
  const { role } = form.values;
  return (
    <form noValidate onSubmit={form.submit} className="member-dialog">
      <TextInput
        data-autofocus
        type="email"
        label={membersWords.email}
        description={membersWords.emailHelp}
        {...form.text('email')}
      />
      <NativeSelect
        label={membersWords.role}
        description={membersWords.rights[role]}
        value={role}
        data={ROLES.map((each) => ({ value: each, label: membersWords.roles[each] }))}
        onChange={(event) => form.set({ role: ROLES.find((each) => each === event.currentTarget.value) ?? 'viewer' })}
      />
      <DialogActions
        cancel={membersWords.cancel}
        onCancel={onClose}
        action={membersWords.makeLink}
        isPending={make.isPending}
      />
    </form>
  );
}

interface NewLinkProps extends NewInvitation {
  readonly onClose: () => void;
}

function NewLink({ link, email, onClose }: NewLinkProps) {
  const [isCopied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const copy = (): void => {
    field.current?.select();
    void copyText(link).then(setCopied);
  };
  return (
    <div className="member-dialog">
      <p>{membersWords.linkText(email)}</p>
      <TextInput
        ref={field}
        label={membersWords.linkTitle}
        value={link}
        readOnly
        className="member-link"
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="dialog-actions">
        <Button
          data-autofocus
          variant="filled"
          leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={copy}
        >
          {membersWords.copy}
        </Button>
        <Button onClick={onClose}>{membersWords.done}</Button>
        <span role="status" className="small sub">
          {isCopied && membersWords.copied}
        </span>
      </div>
    </div>
  );
}
