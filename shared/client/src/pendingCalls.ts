// Calls that no engine has answered yet, stored in localStorage because the page may be closed before an engine runs.
import { limits } from '@amber/proto/limits';
import type { EngineCalls } from './bus.ts';

/** The idempotent calls, which may safely be repeated. */
const replayableCalls = ['send', 'saveDraft'] as const satisfies readonly (keyof EngineCalls)[];
type ReplayableCall = (typeof replayableCalls)[number];

export type PendingCall = {
  [Name in ReplayableCall]: { name: Name; request: Parameters<EngineCalls[Name]>[0] };
}[ReplayableCall] & {
  /** Removes the stored call once the engine has answered. */
  remove(): void;
};

const prefix = 'amber-untaken';
let count = 0;

const isReplayable = (name: string): name is ReplayableCall => (replayableCalls as readonly string[]).includes(name);

// The key begins with the account, so that wiping the account finds it, and then the time, so that keys sort in order
// of writing.
const keyPrefixOf = (identifier: string) => `${prefix} ${identifier} `;

/**
 * Stores a call for the account's next page and returns the function that removes it; undefined if there is nothing to
 * store.
 */
export function storePendingCall(identifier: string, name: string, request: unknown): (() => void) | undefined {
  if (!identifier || !isReplayable(name)) return undefined;
  const order = String((count += 1)).padStart(6, '0');
  const key = `${keyPrefixOf(identifier)}${Date.now()} ${order} ${crypto.randomUUID()}`;
  try {
    localStorage.setItem(key, JSON.stringify({ name, request }));
  } catch {
    return undefined; // storage is blocked or full: the call survives only as long as this page
  }
  return () => localStorage.removeItem(key);
}

function readPendingCall(key: string): PendingCall | null {
  try {
    const { name, request } = JSON.parse(localStorage.getItem(key) ?? '') as PendingCall;
    if (!isReplayable(name)) return null;
    return { name, request, remove: () => localStorage.removeItem(key) } as PendingCall;
  } catch {
    return null;
  }
}

/** Returns the stored calls of this account, in order of writing. Removes damaged and old ones. */
export function readPendingCalls(identifier: string): PendingCall[] {
  let keys: string[] = [];
  try {
    keys = Object.keys(localStorage).filter((key) => identifier && key.startsWith(keyPrefixOf(identifier)));
  } catch {
    // The browser blocks access to storage.
  }
  return keys.sort().flatMap((key) => {
    const pending = readPendingCall(key);
    if (pending && Number(key.split(' ')[2]) > Date.now() - limits.pendingCallTtl) return [pending];
    localStorage.removeItem(key);
    return [];
  });
}

/** Returns the stored draft of this conversation that no engine has received yet. */
export const pendingDraft = (identifier: string, conversationId: string): string | undefined =>
  readPendingCalls(identifier)
    .flatMap(({ name, request }) =>
      name === 'saveDraft' && request.conversationId === conversationId ? [request.text] : [],
    )
    .at(-1);
