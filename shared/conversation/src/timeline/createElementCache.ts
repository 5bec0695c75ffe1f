// Draws a row by the element of before while nothing about it has changed: a list then passes it by at each scroll.
import type { ReactElement } from 'react';

type RenderRow<Row, Props> = (row: Row, index: number) => ReactElement<Props>;

const isSameProps = <Props extends object>(one: Props, other: Props): boolean =>
  (Object.keys(one) as (keyof Props)[]).every((name) => Object.is(one[name], other[name]));

/**
 * A memory of elements: keep one for each list. It takes what makes a row's element, always with the same properties, and
 * gives it the element of before where they are the same. The same `make` is asked once for a row, so give it a new one
 * when what it draws from has changed.
 */
export function createElementCache<Row extends object, Props extends object>() {
  const cache = new WeakMap<Row, { element: ReactElement<Props>; render: RenderRow<Row, Props> }>();
  return (render: RenderRow<Row, Props>): RenderRow<Row, Props> =>
    (row, index) => {
      const cached = cache.get(row);
      if (cached?.render === render) return cached.element;
      const fresh = render(row, index);
      const element = cached && isSameProps(cached.element.props, fresh.props) ? cached.element : fresh;
      cache.set(row, { element, render });
      return element;
    };
}
