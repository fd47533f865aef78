import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { problemFacts, refusalOf } from '../../api/problem';
import { endSessions, inviteToAccount } from '../../api/queries/operator';
import { missing, useForm } from '../../lib/use-form';
import { CopyButton } from '../../parts/copy-button';
import { WriteButton } from '../../parts/write-button';
import { operatorAccountWords } from '../../words/en/operator-account';

/** Invites an owner by a link, and ends the sessions of all persons of the account. */
export function AccountPeople({ accountId }: { readonly accountId: number }) {
  const invite = useMutation({ mutationFn: (email: string) => inviteToAccount(accountId, email) });
  const end = useMutation({ mutationFn: () => endSessions(accountId) });
  const link = invite.data === undefined ? null : new URL(invite.data.link, window.location.origin).href;
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => ({ email: missing(email, operatorAccountWords.inviteMissing) }),
    onSend: ({ email }) => invite.mutate(email.trim()),
    refusal: refusalOf(invite.error),
    refusedAt: 'email',
  });
  return (
    <section className="card" aria-labelledby="people-title">
      <h2 id="people-title">{operatorAccountWords.people}</h2>
      <form noValidate onSubmit={form.submit} className="dialog-form">
        <TextInput
          type="email"
          label={operatorAccountWords.inviteLabel}
          description={operatorAccountWords.inviteHelp}
          {...form.text('email')}
        />
        <WriteButton type="submit" loading={invite.isPending}>
          {operatorAccountWords.invite}
        </WriteButton>
      </form>
      {link !== null && (
        <div className="invite-link">
          <TextInput readOnly label={operatorAccountWords.link} value={link} />
          <CopyButton text={link} label={operatorAccountWords.copy} copiedLabel={operatorAccountWords.copied} />
        </div>
      )}
      <div>
        <WriteButton loading={end.isPending} onClick={() => end.mutate()}>
          {operatorAccountWords.end}
        </WriteButton>{' '}
        <span role="status" className="small">
          {end.data && operatorAccountWords.ended(end.data.ended)}
        </span>
        {end.error && (
          <p role="alert" className="refused small">
            {problemFacts(end.error).text}
          </p>
        )}
      </div>
    </section>
  );
}
