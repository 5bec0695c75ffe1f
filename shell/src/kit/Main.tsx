// The landmark around a screen that is shown with and without the host's frame.
import { useLandmark } from '@amber/client/useLandmark';
import type { ReactNode } from 'react';

interface MainProps {
  className?: string | undefined;
  children: ReactNode;
}

/** A `main`; in the host's frame, which has one, a plain element. */
export function Main(props: MainProps) {
  return useLandmark() === 'div' ? <div {...props} /> : <main {...props} />;
}
