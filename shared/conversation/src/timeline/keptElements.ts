// Draws a row by the element of before while nothing about it has changed: a list then passes it by at each scroll.
import type { ReactElement } from 'react';

type Make<Row, Props> = (row: Row, index: number) => ReactElement<Props>;

const isSameProps = <Props extends object>(one: Props, other: Props): boolean =>
  (Object.keys(one) as (keyof Props)[]).every((name) => Object.is(one[name], other[name]));

/**
 * A memory of elements: keep one for each list. It takes what makes a row's element, always with the same properties, and
 * gives it the element of before where they are the same. The same `make` is asked once for a row, so give it a new one
 * when what it draws from has changed.
 */
export function keptElements<Row extends object, Props extends object>() {
  const kept = new WeakMap<Row, { element: ReactElement<Props>; make: Make<Row, Props> }>();
  return (make: Make<Row, Props>): Make<Row, Props> =>
    (row, index) => {
      const old = kept.get(row);
      if (old?.make === make) return old.element;
      const fresh = make(row, index);
      const element = old && isSameProps(old.element.props, fresh.props) ? old.element : fresh;
      kept.set(row, { element, make });
      return element;
    };
}
