// Files that came with the address: shared from outside, they wait in the composer.
import type { ComposerHandle } from '@amber/conversation/Composer';
import { type RefObject, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

const filesIn = (state: unknown): File[] => {
  const { attach } = (state ?? {}) as { attach?: unknown };
  return Array.isArray(attach) ? attach.filter((one): one is File => one instanceof File) : [];
};

/** Attaches them once; coming back to the address later attaches nothing. `isReady`: the composer is there. */
export function useSharedFiles(composer: RefObject<ComposerHandle | null>, isReady: boolean): void {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const files = isReady ? filesIn(state) : [];
    if (files.length === 0) return;
    composer.current?.attach(files);
    void navigate(pathname + search, { replace: true, state: null });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what came with the address, once
  }, [isReady, state]);
}
