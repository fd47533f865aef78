import type { ConsentCard } from '../../api/queries/connections';

/** The chosen object of each card; null leaves the card out. */
export type Choices = Readonly<Record<string, number | null>>;

/** What the service proposes, or what was chosen before. Cards that are connected already keep their object. */
export function initialChoices(cards: readonly ConsentCard[]): Choices {
  return Object.fromEntries(
    cards.map(({ card, chosen_object_id: chosen, object_id: proposed }) => [card, chosen ?? proposed]),
  );
}

/** The objects that are chosen for more than one card. */
export function chosenTwice(choices: Choices): ReadonlySet<number> {
  const seen = new Set<number>();
  const twice = new Set<number>();
  for (const objectId of Object.values(choices)) {
    if (objectId === null) continue;
    if (seen.has(objectId)) twice.add(objectId);
    seen.add(objectId);
  }
  return twice;
}

export function pairsOf(choices: Choices): readonly { readonly card: string; readonly object_id: number }[] {
  return Object.entries(choices).flatMap(([card, objectId]) =>
    objectId === null ? [] : [{ card, object_id: objectId }],
  );
}
