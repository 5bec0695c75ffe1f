// Mounts a feature and contains its failures: an error, or a mount that never completes.
import { limits } from '@amber/proto/limits';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { ErrorBoundary } from '../../kit/Fallback.tsx';

/** The effect runs once its siblings are committed, and not while one of them suspends. */
function Mounted({ onMounted }: { onMounted(): void }) {
  useEffect(onMounted);
  return null;
}

interface RemoteMountProps {
  children: ReactNode;
  /** Shown while a part of the feature suspends. */
  fallback: ReactNode;
  /** Called when everything is on screen. May be called more than once. */
  onMounted(): void;
  /** Called with the thrown value, or with `hung` when the feature is not mounted in time. */
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
    <ErrorBoundary fallback={null} onThrown={onFailed}>
      <Suspense fallback={fallback}>
        {children}
        <Mounted onMounted={handleMounted} />
      </Suspense>
    </ErrorBoundary>
  );
}
