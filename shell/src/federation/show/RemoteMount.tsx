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
function Mounted({ onMounted }: { onMounted(): void }) {
  useEffect(onMounted);
  return null;
}

interface RemoteMountProps {
  children: ReactNode;
  /** While something in it is waited for. */
  fallback: ReactNode;
  /** Everything is on screen. May be called again. */
  onMounted(): void;
  /** With what was thrown, or `hung` when nothing stands in time. */
  onFailed(thrown: unknown): void;
}

export function RemoteMount({ children, fallback, onMounted, onFailed }: RemoteMountProps) {
  const isMounted = useRef(false);
  const failed = useRef(onFailed);
  useEffect(() => {
    failed.current = onFailed;
  });
  useEffect(() => {
    const timer = setTimeout(() => !isMounted.current && failed.current('hung'), limits.mountTimeout);
    return () => clearTimeout(timer);
  }, []);

  const handleMounted = () => {
    isMounted.current = true;
    onMounted();
  };
  return (
    <Boundary onThrown={onFailed}>
      <Suspense fallback={fallback}>
        {children}
        <Mounted onMounted={handleMounted} />
      </Suspense>
    </Boundary>
  );
}
