import { Link } from '@tanstack/react-router';

interface LinkToObjectProps {
  readonly accountId: number;
  readonly object: { readonly id: number; readonly name: string };
  readonly className?: string;
}

/** Leads to an object, by its name. */
export function LinkToObject({ accountId, object: { id, name }, className = 'link' }: LinkToObjectProps) {
  return (
    <Link
      className={className}
      to="/a/$accountId/objects/$objectId/links"
      params={{ accountId: String(accountId), objectId: String(id) }}
      search={{}}
    >
      <bdi>{name}</bdi>
    </Link>
  );
}
