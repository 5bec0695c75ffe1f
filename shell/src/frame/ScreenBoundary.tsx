// Error boundary around the host's own screens.
import { Component, type ReactNode } from 'react';
import { failureTypeOf } from '../federation/load/loadError.ts';
import { recordFault } from '../kit/recentFaults.ts';
import { Fallback } from '../kit/Fallback.tsx';
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

interface ScreenBoundaryProps {
  children: ReactNode;
}

/** A missing file of the host was most likely replaced by a newer build, and only a reload gets the new files. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, { hasThrown: boolean }> {
  override state = { hasThrown: false };

  static getDerivedStateFromError() {
    return { hasThrown: true };
  }

  override componentDidCatch(thrown: unknown): void {
    recordFault(`host ${failureTypeOf(thrown)}`);
  }

  override render(): ReactNode {
    return this.state.hasThrown ? <ScreenFallback /> : this.props.children;
  }
}
