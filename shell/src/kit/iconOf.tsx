// Renders the icons of remotes from their path data.
import { icon } from '@amber/ui/icons';
import type { ComponentType } from 'react';

/** React compares components by identity, so there is one for each icon. */
const icons = new Map<string, ComponentType>();

/** Path data is validated when a release is published. The drawing itself clips what exceeds its 24 pixels. */
export function iconOf(data: string): ComponentType {
  const known = icons.get(data) ?? icon(<path d={data} />);
  icons.set(data, known);
  return known;
}
