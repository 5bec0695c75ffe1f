// Replaces loadRelease.ts and runtime.ts of shell/src/federation/load when the whole app is one bundle: the chat is
// already loaded, so there is no loading time to report for its release.
import type { Remote } from '@amber/client/remote';
import chat from '../../remotes/chat/src/remote.tsx';

export const createLoader = () => ({
  loadRelease: async (): Promise<Remote> => chat,
  loadedRelease: (): Remote => chat,
  reportReady: () => {},
});

export const createRuntime = () => null;
