// Keeps a failure of the host's own screen from taking the page with it.
import { Component, type ReactNode } from 'react';
import { kindOf } from '../federation/loadError.ts';
import { noteFault } from '../recentFaults.ts';
import { Fallback } from './Fallback.tsx';
import { words as strings } from '../words/gen/app.ts';

const words = strings.remote;

/** An alert; the page begins anew. */
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

/** A file of the host that does not come has been replaced by a newer build, most likely: only the page anew has its files. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, { hasThrown: boolean }> {
  override state = { hasThrown: false };

  static getDerivedStateFromError() {
    return { hasThrown: true };
  }

  override componentDidCatch(thrown: unknown): void {
    noteFault(`host ${kindOf(thrown)}`);
  }

  override render(): ReactNode {
    return this.state.hasThrown ? <ScreenFallback /> : this.props.children;
  }
}
