import { useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';

interface PathLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path and query inside the console that the API names, such as `/a/1/reviews?has_reply=false`. */
  readonly path: string;
}

const BASE = '/console';

/** A link to a path that is not known when the console is built. */
export function PathLink({ path, onClick, ...rest }: PathLinkProps) {
  const router = useRouter();
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    router.history.push(BASE + path);
  };
  return <a {...rest} href={BASE + path} onClick={follow} />;
}
