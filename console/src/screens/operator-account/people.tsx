import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { problemFacts } from '../../api/problem';
import { endSessions, inviteToAccount } from '../../api/queries/operator';
import { CopyButton } from '../../parts/copy-button';
import { WriteButton } from '../../parts/write-button';
import { words } from '../../words/en';

/** Invites an owner by a link, and ends the sessions of all persons of the account. */
export function AccountPeople({ accountId }: { readonly accountId: number }) {
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const invite = useMutation({ mutationFn: () => inviteToAccount(accountId, email.trim()) });
  const end = useMutation({ mutationFn: () => endSessions(accountId) });
  const link = invite.data === undefined ? null : new URL(invite.data.link, window.location.origin).href;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSent(true);
    if (email.trim() !== '') invite.mutate();
  };
  const problem = invite.error ? problemFacts(invite.error).text : null;
  return (
    <section className="card" aria-labelledby="people-title">
      <h2 id="people-title">{words.operatorAccount.people}</h2>
      <form noValidate onSubmit={submit} className="dialog-form">
        <TextInput
          type="email"
          label={words.operatorAccount.inviteLabel}
          description={words.operatorAccount.inviteHelp}
          error={isSent && email.trim() === '' ? words.operatorAccount.inviteMissing : problem}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <WriteButton type="submit" loading={invite.isPending}>
          {words.operatorAccount.invite}
        </WriteButton>
      </form>
      {link !== null && (
        <div className="invite-link">
          <TextInput readOnly label={words.operatorAccount.link} value={link} />
          <CopyButton text={link} label={words.operatorAccount.copy} copiedLabel={words.operatorAccount.copied} />
        </div>
      )}
      <div>
        <WriteButton loading={end.isPending} onClick={() => end.mutate()}>
          {words.operatorAccount.end}
        </WriteButton>{' '}
        <span role="status" className="small">
          {end.data && words.operatorAccount.ended(end.data.ended)}
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
