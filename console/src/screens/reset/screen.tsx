import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { finishReset, linkProblem, linkQuery, requestReset, resetQuery } from '../../api/queries/links';
import { Mark } from '../../frame/mark';
import { tokenOfAddress } from '../../lib/sign-in-search';
import { PersonForm, type PersonField } from '../../parts/person-form';
import { resetWords } from '../../words/en/reset';
import { setupWords } from '../../words/en/setup';
import { signInWords } from '../../words/en/sign-in';

const EMAIL: readonly PersonField<'email'>[] = [
  { name: 'email', kind: 'email', autoComplete: 'username', ...setupWords.email },
];
const PASSWORD: readonly PersonField<'password'>[] = [
  { name: 'password', kind: 'password', autoComplete: 'new-password', ...setupWords.password },
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
      title={resetWords.title}
      intro={introOf(reset.data?.by_mail, attempt.isSuccess)}
      problem={linkProblem(attempt.error ?? reset.error)}
      showPassword={signInWords.showPassword}
      submit={resetWords.request}
      isPending={attempt.isPending}
      onSubmit={({ email }) => attempt.mutate(email)}
      fields={isOffered ? EMAIL : []}
    >
      <Link to="/sign-in">{resetWords.back}</Link>
    </PersonForm>
  );
}

function PasswordForm({ token }: { readonly token: string }) {
  const link = useQuery(linkQuery(token));
  const attempt = useMutation({ mutationFn: finishReset });
  return (
    <PersonForm
      mark={<Mark />}
      title={resetWords.finishTitle}
      intro={attempt.isSuccess ? resetWords.done : null}
      problem={linkProblem(attempt.error ?? link.error)}
      showPassword={signInWords.showPassword}
      submit={resetWords.submit}
      isPending={attempt.isPending}
      onSubmit={({ password }) => attempt.mutate({ token, password })}
      fields={link.isSuccess && !attempt.isSuccess ? PASSWORD : []}
    >
      <Link to="/sign-in">{resetWords.back}</Link>
    </PersonForm>
  );
}

function introOf(isByMail: boolean | undefined, isSent: boolean): string | null {
  if (isByMail === undefined) return null;
  if (!isByMail) return resetWords.noMail;
  return isSent ? resetWords.sent : resetWords.intro;
}
