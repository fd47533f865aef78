import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState, type SubmitEvent } from 'react';
import { problemFacts } from '../../api/problem';
import { invite, memberKeys } from '../../api/queries/members';
import type { Role } from '../../api/queries/session';
import { copyText } from '../../lib/copy-text';
import { DialogActions } from '../../parts/dialog-actions';
import { words } from '../../words/en';

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
    <Modal opened={isOpen} onClose={close} title={made === null ? words.members.invite : words.members.linkTitle}>
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

function InviteForm({ accountId, onMade, onClose }: InviteFormProps) {
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [isSent, setSent] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const make = useMutation({
    mutationFn: () => invite(accountId, email.trim(), role),
    onSuccess: async ({ link }) => {
      onMade({ email: email.trim(), link });
      await queries.invalidateQueries({ queryKey: memberKeys.invitations(accountId) });
    },
  });
  const isWrong = !ADDRESS.test(email.trim());
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSent(true);
    if (isWrong) field.current?.focus();
    else make.mutate();
  };
  const problem = make.error ? problemFacts(make.error).text : null;
  return (
    <form noValidate onSubmit={submit} className="member-dialog">
      <TextInput
        data-autofocus
        ref={field}
        type="email"
        label={words.members.email}
        description={words.members.emailHelp}
        value={email}
        error={isSent && isWrong ? words.members.emailMissing : problem}
        onChange={(event) => {
          make.reset();
          setEmail(event.currentTarget.value);
        }}
      />
      <NativeSelect
        label={words.members.role}
        description={words.members.rights[role]}
        value={role}
        data={ROLES.map((each) => ({ value: each, label: words.members.roles[each] }))}
        onChange={(event) => setRole(ROLES.find((each) => each === event.currentTarget.value) ?? 'viewer')}
      />
      <DialogActions
        cancel={words.members.cancel}
        onCancel={onClose}
        action={words.members.makeLink}
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
      <p>{words.members.linkText(email)}</p>
      <TextInput
        ref={field}
        label={words.members.linkTitle}
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
          {words.members.copy}
        </Button>
        <Button onClick={onClose}>{words.members.done}</Button>
        <span role="status" className="small sub">
          {isCopied && words.members.copied}
        </span>
      </div>
    </div>
  );
}
