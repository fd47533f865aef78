import { Link } from '@tanstack/react-router';
import { words } from '../../words/en';

/** A page that does not exist or belongs to another account. */
export function NotFoundScreen() {
  return (
    <div className="page">
      <title>{words.notFound.title}</title>
      <h1>{words.notFound.title}</h1>
      <p className="sub">{words.notFound.text}</p>
      <Link className="link" to="/">
        {words.notFound.home}
      </Link>
    </div>
  );
}
