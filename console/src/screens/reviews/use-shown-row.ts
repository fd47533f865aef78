import { useEffect, useState } from 'react';
import { rowId } from './review-row';

/** Scrolls to the row of a review that was opened by its address, once the list has arrived. */
export function useShownRow(openId: number | undefined, hasRows: boolean): void {
  const [atFirst] = useState(openId);
  useEffect(() => {
    if (hasRows && atFirst !== undefined) document.getElementById(rowId(atFirst))?.scrollIntoView({ block: 'nearest' });
  }, [atFirst, hasRows]);
}
