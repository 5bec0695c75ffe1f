// Error boundary around the host's own screens.
import type { ReactNode } from 'react';
import { failureTypeOf } from '../federation/load/loadError.ts';
import { recordFault } from '../kit/recentFaults.ts';
import { ErrorBoundary, Fallback } from '../kit/Fallback.tsx';
import { words as strings } from '../words/gen/app.ts';

const words = strings.remote;

/** An alert with a button that reloads the page. */
const ScreenFallback = () => (
  <Fallback
    name={strings.app}
    title={words.screenFailed}
    text={words.screenText}
    action={words.reload}
    onAction={() => location.reload()}
  />
);

/** A missing file of the host was most likely replaced by a newer build, and only a reload gets the new files. */
export const ScreenBoundary = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary fallback={<ScreenFallback />} onThrown={(thrown) => recordFault(`host ${failureTypeOf(thrown)}`)}>
    {children}
  </ErrorBoundary>
);
