import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { finishReset, linkProblem, linkQuery, requestReset, resetQuery } from '../../api/queries/links';
import { Mark } from '../../frame/mark';
import { tokenOfAddress } from '../../lib/sign-in-search';
import { PersonForm, type PersonField } from '../../parts/person-form';
import { words } from '../../words/en';

const EMAIL: readonly PersonField<'email'>[] = [
  { name: 'email', kind: 'email', autoComplete: 'username', ...words.setup.email },
];
const PASSWORD: readonly PersonField<'password'>[] = [
  { name: 'password', kind: 'password', autoComplete: 'new-password', ...words.setup.password },
];

/** A new password: the request of a link, or with the link, the password. */
export function ResetScreen() {
  const [token] = useState(tokenOfAddress);
  return token === '' ? <RequestForm /> : <PasswordForm token={token} />;
}

/** Without a mail server, who makes a link in place of the form. */
function RequestForm() {
  const reset = useQuery(resetQuery);
  const isOffered = reset.data?.by_mail === true;
  const attempt = useMutation({ mutationFn: requestReset });
  return (
    <PersonForm
      mark={<Mark />}
      title={words.reset.title}
      intro={introOf(reset.data?.by_mail, attempt.isSuccess)}
      problem={linkProblem(attempt.error ?? reset.error)}
      showPassword={words.signIn.showPassword}
      submit={words.reset.request}
      isPending={attempt.isPending}
      onSubmit={({ email }) => attempt.mutate(email)}
      fields={isOffered ? EMAIL : []}
    >
      <Link to="/sign-in">{words.reset.back}</Link>
    </PersonForm>
  );
}

function PasswordForm({ token }: { readonly token: string }) {
  const link = useQuery(linkQuery(token));
  const attempt = useMutation({ mutationFn: finishReset });
  return (
    <PersonForm
      mark={<Mark />}
      title={words.reset.finishTitle}
      intro={attempt.isSuccess ? words.reset.done : null}
      problem={linkProblem(attempt.error ?? link.error)}
      showPassword={words.signIn.showPassword}
      submit={words.reset.submit}
      isPending={attempt.isPending}
      onSubmit={({ password }) => attempt.mutate({ token, password })}
      fields={link.isSuccess && !attempt.isSuccess ? PASSWORD : []}
    >
      <Link to="/sign-in">{words.reset.back}</Link>
    </PersonForm>
  );
}

function introOf(isByMail: boolean | undefined, isSent: boolean): string | null {
  if (isByMail === undefined) return null;
  if (!isByMail) return words.reset.noMail;
  return isSent ? words.reset.sent : words.reset.intro;
}
