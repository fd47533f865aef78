/**
 * Finds the reviews that an import and a collection brought under two ids (contract §10.4). Where one of the two has no id of the platform,
 * the rules of `carry-over.ts` apply. Two ids of the platform are of one review only if its rating, its words and, nearly, its date are the
 * same, as on two roads: the other tool may have read another interface of the platform.
 */
import { inTurns } from '@libs/kernel';
import { matchUnseen } from './carry-over';
import type { ComparedReview } from './compared-review';
import { joinMatches, type Matches } from './match-reviews';
import { matchUnchanged } from './match-roads';

/** Whether an id was made of the content, because the review has none of the platform. */
export type IsDerived = (review: ComparedReview) => boolean;

/**
 * The pairs of `incoming` and `stored`, as external ids. `asOf` is the time of the reading. The stored ones are taken for a selection, because
 * neither a page nor a file has all reviews of a link.
 */
export async function matchImported(
  incoming: readonly ComparedReview[],
  stored: readonly ComparedReview[],
  { asOf, isDerived }: { readonly asOf: Date; readonly isDerived: IsDerived },
): Promise<Matches> {
  const options = { asOf, isSelection: true };
  const isNamed = (review: ComparedReview): boolean => !isDerived(review);
  const named = incoming.filter(isNamed);
  const ofNamed = await inTurns(matchUnseen(named, stored.filter(isDerived), options));
  const restOf = (matches: readonly Matches[]): readonly ComparedReview[] => {
    const taken = new Set(matches.flatMap(({ pairs }) => [...pairs.values()]));
    return stored.filter(({ id }) => !taken.has(id));
  };
  const unpaired = named.filter(({ id }) => !ofNamed.pairs.has(id) && !ofNamed.ambiguous.has(id));
  const ofOtherIds = await inTurns(matchUnchanged(unpaired, restOf([ofNamed]).filter(isNamed)));
  const ofUnnamed = await inTurns(matchUnseen(incoming.filter(isDerived), restOf([ofNamed, ofOtherIds]), options));
  return joinMatches([ofNamed, ofOtherIds, ofUnnamed]);
}
