// Attaches files that were shared from outside and arrive in the navigation state.
import type { ComposerHandle } from '@amber/conversation/Composer';
import { type RefObject, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

const filesIn = (state: unknown): File[] => {
  const { attach } = (state ?? {}) as { attach?: unknown };
  return Array.isArray(attach) ? attach.filter((one): one is File => one instanceof File) : [];
};

/**
 * Attaches the files once; returning to the URL later attaches nothing. `isReady` means that the composer is mounted.
 */
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
