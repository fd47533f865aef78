import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { join, linkProblem, linkQuery } from '../../api/queries/links';
import { Mark } from '../../frame/mark';
import { PLACE_OF_STEP, tokenOfAddress } from '../../lib/sign-in-search';
import { PersonForm, type PersonField } from '../../parts/person-form';
import { frameWords } from '../../words/en/frame';
import { joinWords } from '../../words/en/join';
import { linkWords } from '../../words/en/link';
import { setupWords } from '../../words/en/setup';
import { signInWords } from '../../words/en/sign-in';

const FIELDS: readonly PersonField<'name' | 'password'>[] = [
  { name: 'name', kind: 'text', autoComplete: 'name', ...setupWords.name },
  { name: 'password', kind: 'password', autoComplete: 'new-password', ...joinWords.password },
];

/** An invitation: the account, the role, and the password of the person. */
export function JoinScreen() {
  const [token] = useState(tokenOfAddress);
  const link = useQuery(linkQuery(token));
  const navigate = useNavigate();
  const queries = useQueryClient();
  const attempt = useMutation({
    mutationFn: join,
    onSuccess: async ({ next }) => {
      queries.clear();
      await navigate({ to: PLACE_OF_STEP[next] });
    },
  });
  const { email, account_name: account, role } = link.data ?? {};
  return (
    <PersonForm
      mark={<Mark />}
      title={joinWords.title}
      intro={email && account && role ? joinWords.intro(account, frameWords.roles[role], email) : null}
      problem={linkProblem(attempt.error ?? link.error)}
      showPassword={signInWords.showPassword}
      submit={joinWords.submit}
      isPending={attempt.isPending}
      onSubmit={(values) => attempt.mutate({ token, ...values })}
      fields={link.isSuccess ? FIELDS : []}
    >
      {link.isError && <Link to="/sign-in">{linkWords.toSignIn}</Link>}
    </PersonForm>
  );
}
