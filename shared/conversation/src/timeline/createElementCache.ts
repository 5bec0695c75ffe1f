// Reuses the React element of an unchanged row, so that React skips it on each scroll.
import type { ReactElement } from 'react';

type RenderRow<Row, Props> = (row: Row, index: number) => ReactElement<Props>;

const isSameProps = <Props extends object>(one: Props, other: Props): boolean =>
  (Object.keys(one) as (keyof Props)[]).every((name) => Object.is(one[name], other[name]));

/**
 * Creates a cache of elements; use one for each list. It wraps a render function whose elements always have the same
 * set of props, and returns the cached element if all props are equal. A `render` function is called once per row, so
 * pass a new one when its inputs have changed.
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
