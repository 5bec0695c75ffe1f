// The icons that remotes bring, as drawings of path data.
import { icon } from '@amber/ui/icons';
import type { ComponentType } from 'react';

/** Components are compared by identity: one for each drawing. */
const icons = new Map<string, ComponentType>();

/** Path data, checked when it was published. What stands out of its 24 pixels is cut off by the drawing itself. */
export function iconOf(data: string): ComponentType {
  const known = icons.get(data) ?? icon(<path d={data} />);
  icons.set(data, known);
  return known;
}
