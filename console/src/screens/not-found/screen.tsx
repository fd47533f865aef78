import { Link } from '@tanstack/react-router';
import type { Role } from '../../api/queries/session';
import { useScreenElement } from '../../parts/main-part';
import { Denied } from '../../parts/states';
import { words } from '../../words/en';

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
        <title>{words.denied.title}</title>
        <h1>{words.denied.title}</h1>
        <Denied text={denied === 'owner' ? words.denied.owners(owners) : words.denied.members} />
      </Part>
    );
  return (
    <Part className="page">
      <title>{words.notFound.title}</title>
      <h1>{words.notFound.title}</h1>
      <p className="sub">{words.notFound.text}</p>
      <Link className="link" to="/">
        {words.notFound.home}
      </Link>
    </Part>
  );
}
