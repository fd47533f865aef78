/**
 * Which object a card belongs to (contract §4.15). Evidence, strongest first:
 *
 *   1. the object is connected to the card, or its link is the page of the card            certain
 *   2. both names have the same words                                                      certain
 *   3. the object's name has all words of the card's, and others of the card's address      certain
 *   4. all words of the object's name are in the card's name and address                    proposed
 *
 * A kind of evidence counts only if it fits one object and one card, because branches of a chain have the same name. An object whose
 * link is another page belongs to no other card.
 */
export interface MatchedCard {
  readonly card: string;
  readonly name: string;
  readonly address: string | null;
  readonly pageUrl: string | null;
}

export interface MatchedObject {
  readonly id: number;
  readonly name: string;
  readonly pageUrl: string | null;
  readonly card: string | null;
}

/** The object of a card; null: the person chooses. */
export interface Proposal {
  readonly objectId: number | null;
  /** The proposal needs no check by the person. */
  readonly certain: boolean;
}

/** How well an object fits a card by their names; null: not at all. */
type Fit = 'same' | 'with_address' | 'part';

const NAME_EVIDENCE: readonly { readonly fit: Fit; readonly certain: boolean }[] = [
  { fit: 'same', certain: true },
  { fit: 'with_address', certain: true },
  { fit: 'part', certain: false },
];

interface Candidate {
  readonly objectId: number;
  readonly fit: Fit;
}

/** Returns one proposal per card, in order; no object is proposed twice. */
export function matchCards(cards: readonly MatchedCard[], objects: readonly MatchedObject[]): readonly Proposal[] {
  const proposals: Proposal[] = cards.map(() => ({ objectId: null, certain: false }));
  const taken = new Set<number>();
  const settle = (candidates: readonly (readonly number[])[], certain: boolean): void => {
    const cardsOfObject = new Map<number, number>();
    for (const id of candidates.flat()) cardsOfObject.set(id, (cardsOfObject.get(id) ?? 0) + 1);
    candidates.forEach(([objectId, ...others], position) => {
      if (objectId === undefined || others.length > 0 || cardsOfObject.get(objectId) !== 1) return;
      proposals[position] = { objectId, certain };
      taken.add(objectId);
    });
  };
  settle(cards.map(linkedObjects(objects)), true);
  const byCard = candidatesByName(cards, objects);
  for (const { fit, certain } of NAME_EVIDENCE) {
    const open = byCard.map((candidates, position) =>
      proposals[position]?.objectId === null
        ? candidates.flatMap((candidate) =>
            candidate.fit === fit && !taken.has(candidate.objectId) ? [candidate.objectId] : [],
          )
        : [],
    );
    settle(open, certain);
  }
  return proposals;
}

/** The objects that are connected to the card, or whose link is its page. */
function linkedObjects(objects: readonly MatchedObject[]): (card: MatchedCard) => readonly number[] {
  const ids = new Map<string, number[]>();
  for (const { id, card, pageUrl } of objects) {
    if (card !== null) addTo(ids, `card ${card}`, id);
    if (pageUrl !== null) addTo(ids, `page ${pageUrl}`, id);
  }
  return ({ card, pageUrl }) => [
    ...new Set([...(ids.get(`card ${card}`) ?? []), ...(ids.get(`page ${pageUrl}`) ?? [])]),
  ];
}

/** For each card, the objects with neither link nor connection whose words all occur in the card's. */
function candidatesByName(
  cards: readonly MatchedCard[],
  objects: readonly MatchedObject[],
): readonly (readonly Candidate[])[] {
  const free = objects
    .filter(({ pageUrl, card }) => pageUrl === null && card === null)
    .map(({ id, name }) => ({ id, words: wordsOf(name) }));
  const withWord = new Map<string, number[]>();
  free.forEach(({ words }, index) => {
    for (const word of words) addTo(withWord, word, index);
  });
  const found = new Uint32Array(free.length);
  return cards.map(({ name, address }) => {
    const own = wordsOf(name);
    found.fill(0);
    for (const word of new Set([...own, ...wordsOf(address ?? '')]))
      for (const index of withWord.get(word) ?? []) found[index] = (found[index] ?? 0) + 1;
    return free.flatMap(({ id, words }, index) =>
      words.size > 0 && found[index] === words.size ? [{ objectId: id, fit: fitOf(own, words) }] : [],
    );
  });
}

function addTo(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function fitOf(card: ReadonlySet<string>, object: ReadonlySet<string>): Fit {
  if (![...card].every((word) => object.has(word))) return 'part';
  return card.size === object.size ? 'same' : 'with_address';
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return new Set(words.filter((word) => word !== ''));
}
