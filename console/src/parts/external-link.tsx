interface ExternalLinkProps {
  readonly url: string;
  readonly name: string;
}

/** A link to a page of another site, in a window of its own. */
export function ExternalLink({ url, name }: ExternalLinkProps) {
  return (
    <a className="link" href={url} target="_blank" rel="noreferrer">
      {name}
    </a>
  );
}
