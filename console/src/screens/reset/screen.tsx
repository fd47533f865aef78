import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { finishReset, linkProblem, requestReset } from '../../api/queries/links';
import { Mark } from '../../frame/mark';
import { tokenOfAddress } from '../../lib/link-token';
import { PersonForm } from '../../parts/person-form';
import { words } from '../../words/en';

/** A new password: the request of a link, or with the link, the password. */
export function ResetScreen() {
  const [token] = useState(tokenOfAddress);
  return token === '' ? <RequestForm /> : <PasswordForm token={token} />;
}

function RequestForm() {
  const attempt = useMutation({ mutationFn: requestReset });
  return (
    <PersonForm
      mark={<Mark />}
      title={words.reset.title}
      intro={attempt.isSuccess ? words.reset.sent : words.reset.intro}
      problem={linkProblem(attempt.error)}
      showPassword={words.signIn.showPassword}
      submit={words.reset.request}
      isPending={attempt.isPending}
      onSubmit={({ email }) => attempt.mutate(email)}
      fields={[{ name: 'email', kind: 'email', autoComplete: 'username', ...words.setup.email }]}
    >
      <Link to="/sign-in">{words.reset.back}</Link>
    </PersonForm>
  );
}

function PasswordForm({ token }: { readonly token: string }) {
  const attempt = useMutation({ mutationFn: finishReset });
  return (
    <PersonForm
      mark={<Mark />}
      title={words.reset.finishTitle}
      intro={attempt.isSuccess ? words.reset.done : null}
      problem={linkProblem(attempt.error)}
      showPassword={words.signIn.showPassword}
      submit={words.reset.submit}
      isPending={attempt.isPending}
      onSubmit={({ password }) => attempt.mutate({ token, password })}
      fields={[{ name: 'password', kind: 'password', autoComplete: 'new-password', ...words.setup.password }]}
    >
      <Link to="/sign-in">{words.reset.back}</Link>
    </PersonForm>
  );
}
