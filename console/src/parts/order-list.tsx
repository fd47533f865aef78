import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { orderListWords } from '../words/en/order-list';
import { useOrder, type Order, type OrderOptions } from './use-order';
import './order-list.css';

interface OrderListProps<Item> extends OrderOptions<Item> {
  readonly label: string;
  readonly mayMove: boolean;
  readonly children: (item: Item) => ReactNode;
  /** Buttons of an item after those that move it. */
  readonly actions?: (item: Item) => ReactNode;
}

/**
 * A list that a person puts in order. The handle of an item lifts it with Space, the arrow keys move it, Space drops it and Esc puts
 * it back; each step is spoken. Buttons move an item by one place.
 */
export function OrderList<Item>({ label, mayMove, children, actions, ...options }: OrderListProps<Item>) {
  const { keyOf, nameOf } = options;
  const order = useOrder(options);
  return (
    <>
      <ol ref={order.list} className="order-list" aria-label={label}>
        {order.items.map((item, place) => {
          const key = keyOf(item);
          return (
            <li key={key} data-item={key} className={order.isLifted(item) ? 'lifted' : ''}>
              {mayMove && <Handle item={item} name={nameOf(item)} order={order} />}
              <span className="num muted small">{place + 1}</span>
              <div className="order-item">{children(item)}</div>
              <span className="order-actions">
                {mayMove && <MoveButtons item={item} name={nameOf(item)} place={place} order={order} />}
                {actions?.(item)}
              </span>
            </li>
          );
        })}
      </ol>
      <p className="sr" role="status" aria-live="assertive">
        {order.spoken}
      </p>
    </>
  );
}

interface ControlProps<Item> {
  readonly item: Item;
  readonly name: string;
  readonly order: Order<Item>;
}

function Handle<Item>({ item, name, order }: ControlProps<Item>) {
  return (
    <button
      type="button"
      className="grip"
      data-control="grip"
      aria-label={orderListWords.handle(name)}
      aria-pressed={order.isLifted(item)}
      onKeyDown={(event) => order.onKeyDown(event, item)}
      onBlur={() => order.onBlur(item)}
    >
      <IconGripVertical size={16} aria-hidden />
    </button>
  );
}

function MoveButtons<Item>({ item, name, place, order }: ControlProps<Item> & { readonly place: number }) {
  return (
    <>
      <ActionIcon
        data-control="up"
        aria-label={orderListWords.up(name)}
        aria-disabled={place === 0}
        onClick={() => order.moveBy(item, -1)}
      >
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        data-control="down"
        aria-label={orderListWords.down(name)}
        aria-disabled={place === order.items.length - 1}
        onClick={() => order.moveBy(item, 1)}
      >
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
    </>
  );
}
