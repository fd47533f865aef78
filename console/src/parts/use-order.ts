import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { orderListWords } from '../words/en/order-list';

export interface OrderOptions<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => number;
  readonly nameOf: (item: Item) => string;
  /** Called with the new order when an item is dropped or moved by a button. */
  readonly onOrder: (items: readonly Item[]) => void;
}

/** The items in the order that is shown, and what the controls of an item do. */
export interface Order<Item> {
  readonly items: readonly Item[];
  readonly list: RefObject<HTMLOListElement | null>;
  /** The last step, for screen readers. */
  readonly spoken: string;
  readonly isLifted: (item: Item) => boolean;
  readonly onKeyDown: (event: KeyboardEvent, item: Item) => void;
  readonly onBlur: (item: Item) => void;
  readonly moveBy: (item: Item, step: -1 | 1) => void;
}

/** The item that is lifted, and the order that a drop makes. */
interface Lifted<Item> {
  readonly key: number;
  readonly items: readonly Item[];
}

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** Moves items of a list by keys and by buttons. */
export function useOrder<Item>({ keyOf, nameOf, onOrder, ...options }: OrderOptions<Item>): Order<Item> {
  const [lifted, setLifted] = useState<Lifted<Item> | null>(null);
  const [spoken, setSpoken] = useState('');
  const focus = useReturningFocus();
  const items = lifted?.items ?? options.items;
  const isLifted = (item: Item): boolean => lifted?.key === keyOf(item);
  const say = (item: Item, order: readonly Item[], text: (name: string, place: number, of: number) => string): void =>
    setSpoken(text(nameOf(item), order.findIndex((other) => keyOf(other) === keyOf(item)) + 1, order.length));

  const drop = (item: Item): void => {
    setLifted(null);
    say(item, items, orderListWords.dropped);
    onOrder(items);
  };
  const putBack = (item: Item): void => {
    focus.keep(keyOf(item), 'grip');
    setLifted(null);
    say(item, options.items, orderListWords.putBack);
  };
  const moveLifted = (item: Item, step: -1 | 1): void => {
    const order = moved(items, items.indexOf(item), step);
    if (order === null) return;
    focus.keep(keyOf(item), 'grip');
    setLifted({ key: keyOf(item), items: order });
    say(item, order, orderListWords.place);
  };
  const lift = (item: Item): void => {
    setLifted({ key: keyOf(item), items });
    say(item, items, orderListWords.lifted);
  };
  const actionOf = (key: string, item: Item): (() => void) | null => {
    const step = STEPS[key];
    if (!isLifted(item)) return key === ' ' ? () => lift(item) : null;
    if (key === ' ') return () => drop(item);
    if (key === 'Escape') return () => putBack(item);
    return step === undefined ? null : () => moveLifted(item, step);
  };
  return {
    items,
    list: focus.list,
    spoken,
    isLifted,
    onKeyDown: (event, item) => {
      const action = actionOf(event.key, item);
      if (action === null) return;
      action();
      event.preventDefault();
      event.stopPropagation();
    },
    // A move takes the focus and returns it; only a focus elsewhere drops the item.
    onBlur: (item) => {
      if (isLifted(item) && !focus.isReturning()) drop(item);
    },
    moveBy: (item, step) => {
      const order = moved(items, items.indexOf(item), step);
      if (order === null) return;
      focus.keep(keyOf(item), step < 0 ? 'up' : 'down');
      say(item, order, orderListWords.place);
      onOrder(order);
    },
  };
}

/** The items with the one at `place` moved by a step; null at the ends. */
function moved<Item>(items: readonly Item[], place: number, step: -1 | 1): readonly Item[] | null {
  const item = items[place];
  const target = place + step;
  if (item === undefined || target < 0 || target >= items.length) return null;
  return items.toSpliced(place, 1).toSpliced(target, 0, item);
}

/** Returns the focus to a control of an item after a move: an element that moves in the page loses it. */
function useReturningFocus() {
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<{ readonly key: number; readonly control: 'grip' | 'up' | 'down' } | null>(null);
  useLayoutEffect(() => {
    const now = wanted.current;
    wanted.current = null;
    if (now === null) return;
    list.current?.querySelector<HTMLElement>(`[data-item="${now.key}"] [data-control="${now.control}"]`)?.focus();
  });
  return {
    list,
    isReturning: () => wanted.current !== null,
    keep: (key: number, control: 'grip' | 'up' | 'down'): void => {
      wanted.current = { key, control };
    },
  };
}
