// Replaces loadRelease.ts and runtime.ts of shell/src/federation/load when the whole app is one bundle: the chat is
// already loaded, and nothing is measured per release.
import type { Remote } from '@amber/client/remote';
import chat from '../../remotes/chat/src/remote.tsx';

export const createLoader = () => ({
  loadRelease: async (): Promise<Remote> => chat,
  loadedRelease: (): Remote => chat,
  reportReady: () => {},
});

export const createRuntime = () => null;
