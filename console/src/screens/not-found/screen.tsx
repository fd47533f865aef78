import { Link } from '@tanstack/react-router';
import type { Role } from '../../api/queries/session';
import { useScreenElement } from '../../parts/main-part';
import { Denied } from '../../parts/states';
import { deniedWords } from '../../words/en/denied';
import { notFoundWords } from '../../words/en/not-found';

interface NotFoundProps {
  /** The least role of the page, if it exists and the person's role is weaker. */
  readonly denied?: Role | null;
  /** Names of the account's owners. */
  readonly owners?: readonly string[];
}

/** A page that does not exist, belongs to another account, or is not open to the person's role. */
export function NotFoundScreen({ denied = null, owners = [] }: NotFoundProps) {
  const Part = useScreenElement();
  if (denied !== null)
    return (
      <Part className="page">
        <title>{deniedWords.title}</title>
        <h1>{deniedWords.title}</h1>
        <Denied text={denied === 'owner' ? deniedWords.owners(owners) : deniedWords.members} />
      </Part>
    );
  return (
    <Part className="page">
      <title>{notFoundWords.title}</title>
      <h1>{notFoundWords.title}</h1>
      <p className="sub">{notFoundWords.text}</p>
      <Link className="link" to="/">
        {notFoundWords.home}
      </Link>
    </Part>
  );
}
