// Replaces shell/src/federation/load/loadRelease.ts where the whole app is one bundle: the chat is already loaded.
import type { Remote } from '@amber/client/remote';
import chat from '../../remotes/chat/src/remote.tsx';

export const loadRelease = async (): Promise<Remote> => chat;

export const loadedRelease = (): Remote => chat;

export function releaseStands(): void {
  // Nothing is measured by release here.
}
