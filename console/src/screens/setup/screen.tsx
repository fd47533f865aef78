import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { linkProblem, linkQuery, setUp } from '../../api/queries/links';
import { Mark } from '../../frame/mark';
import { PLACE_OF_STEP, tokenOfAddress } from '../../lib/sign-in-search';
import { PersonForm, type PersonField } from '../../parts/person-form';
import { linkWords } from '../../words/en/link';
import { setupWords } from '../../words/en/setup';
import { signInWords } from '../../words/en/sign-in';

const FIELDS: readonly PersonField<'name' | 'email' | 'account_name' | 'password'>[] = [
  { name: 'name', kind: 'text', autoComplete: 'name', ...setupWords.name },
  { name: 'email', kind: 'email', autoComplete: 'username', ...setupWords.email },
  { name: 'account_name', kind: 'text', autoComplete: 'organization', ...setupWords.accountName },
  { name: 'password', kind: 'password', autoComplete: 'new-password', ...setupWords.password },
];

/** The first person of an installation, with a link that the start printed. A link that does not work says so in place of the form. */
export function SetupScreen() {
  const [token] = useState(tokenOfAddress);
  const link = useQuery(linkQuery(token));
  const navigate = useNavigate();
  const queries = useQueryClient();
  const attempt = useMutation({
    mutationFn: setUp,
    onSuccess: async ({ next }) => {
      queries.clear();
      await navigate({ to: PLACE_OF_STEP[next] });
    },
  });
  return (
    <PersonForm
      mark={<Mark />}
      title={setupWords.title}
      intro={link.isSuccess ? setupWords.intro : null}
      problem={linkProblem(attempt.error ?? link.error)}
      showPassword={signInWords.showPassword}
      submit={setupWords.submit}
      isPending={attempt.isPending}
      onSubmit={(values) => attempt.mutate({ token, ...values })}
      fields={link.isSuccess ? FIELDS : []}
    >
      {link.isError && <Link to="/sign-in">{linkWords.toSignIn}</Link>}
    </PersonForm>
  );
}
