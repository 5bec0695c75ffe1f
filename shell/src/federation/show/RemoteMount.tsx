// Mounts a feature so that whatever happens inside stays inside: it throws, or it never stands.
import { limits } from '@amber/proto/limits';
import { Component, type ReactNode, Suspense, useEffect, useRef } from 'react';

class Boundary extends Component<{ children: ReactNode; onThrown(thrown: unknown): void }, { hasThrown: boolean }> {
  override state = { hasThrown: false };

  static getDerivedStateFromError() {
    return { hasThrown: true };
  }

  override componentDidCatch(thrown: unknown): void {
    this.props.onThrown(thrown);
  }

  override render(): ReactNode {
    return this.state.hasThrown ? null : this.props.children;
  }
}

/** Its effect runs when everything beside it has been committed, and not while that waits for something. */
function Standing({ onStanding }: { onStanding(): void }) {
  useEffect(onStanding);
  return null;
}

interface RemoteMountProps {
  children: ReactNode;
  /** While something in it is waited for. */
  fallback: ReactNode;
  /** Everything is on screen. May be called again. */
  onStanding(): void;
  /** With what was thrown, or `hung` when nothing stands in time. */
  onFailed(thrown: unknown): void;
}

export function RemoteMount({ children, fallback, onStanding, onFailed }: RemoteMountProps) {
  const isStanding = useRef(false);
  const failed = useRef(onFailed);
  useEffect(() => {
    failed.current = onFailed;
  });
  useEffect(() => {
    const timer = setTimeout(() => !isStanding.current && failed.current('hung'), limits.mountHungAfter);
    return () => clearTimeout(timer);
  }, []);

  const stands = () => {
    isStanding.current = true;
    onStanding();
  };
  return (
    <Boundary onThrown={onFailed}>
      <Suspense fallback={fallback}>
        {children}
        <Standing onStanding={stands} />
      </Suspense>
    </Boundary>
  );
}
