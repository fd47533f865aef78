import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { linkProblem, linkQuery, setUp } from '../../api/queries/links';
import { Mark } from '../../frame/mark';
import { PLACE_OF_STEP, tokenOfAddress } from '../../lib/sign-in-search';
import { PersonForm, type PersonField } from '../../parts/person-form';
import { words } from '../../words/en';

const FIELDS: readonly PersonField<'name' | 'email' | 'account_name' | 'password'>[] = [
  { name: 'name', kind: 'text', autoComplete: 'name', ...words.setup.name },
  { name: 'email', kind: 'email', autoComplete: 'username', ...words.setup.email },
  { name: 'account_name', kind: 'text', autoComplete: 'organization', ...words.setup.accountName },
  { name: 'password', kind: 'password', autoComplete: 'new-password', ...words.setup.password },
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
      title={words.setup.title}
      intro={link.isSuccess ? words.setup.intro : null}
      problem={linkProblem(attempt.error ?? link.error)}
      showPassword={words.signIn.showPassword}
      submit={words.setup.submit}
      isPending={attempt.isPending}
      onSubmit={(values) => attempt.mutate({ token, ...values })}
      fields={link.isSuccess ? FIELDS : []}
    >
      {link.isError && <Link to="/sign-in">{words.link.toSignIn}</Link>}
    </PersonForm>
  );
}
