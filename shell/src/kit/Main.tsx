// The landmark of a screen that is rendered with and without the host's frame.
import { useLandmark } from '@amber/client/useLandmark';
import type { ReactNode } from 'react';

interface MainProps {
  className?: string | undefined;
  children: ReactNode;
}

/** A `main` element; inside the host's frame, which has one already, a plain element. */
export function Main(props: MainProps) {
  return useLandmark() === 'div' ? <div {...props} /> : <main {...props} />;
}
