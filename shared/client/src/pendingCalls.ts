// What has been written and no engine has taken yet: the browser keeps it, as the page may be closed before one is up.
import { limits } from '@amber/proto/limits';
import type { EngineCalls } from './bus.ts';

/** Calls that may come twice: the second one changes nothing. */
const replayableCalls = ['send', 'saveDraft'] as const satisfies readonly (keyof EngineCalls)[];
type ReplayableCall = (typeof replayableCalls)[number];

export type PendingCall = {
  [Name in ReplayableCall]: { name: Name; request: Parameters<EngineCalls[Name]>[0] };
}[ReplayableCall] & {
  /** The engine has answered. */
  remove(): void;
};

const prefix = 'amber-untaken';
let count = 0;

const isReplayable = (name: string): name is ReplayableCall => (replayableCalls as readonly string[]).includes(name);

// The owner stands in the key: wiping the account finds it. Then the time, so that they sort as they were written.
const keyPrefixOf = (identifier: string) => `${prefix} ${identifier} `;

/** Until `taken` is called, the next page of this account finds it. Absent where there is nothing to keep. */
export function storePendingCall(identifier: string, name: string, request: unknown): (() => void) | undefined {
  if (!identifier || !isReplayable(name)) return undefined;
  const order = String((count += 1)).padStart(6, '0');
  const key = `${keyPrefixOf(identifier)}${Date.now()} ${order} ${crypto.randomUUID()}`;
  try {
    localStorage.setItem(key, JSON.stringify({ name, request }));
  } catch {
    return undefined; // storage is closed or full: the engine takes it a moment later
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

/** What pages of this account have left, in the order of writing. What is damaged or old is thrown away. */
export function readPendingCalls(identifier: string): PendingCall[] {
  let keys: string[] = [];
  try {
    keys = Object.keys(localStorage).filter((key) => identifier && key.startsWith(keyPrefixOf(identifier)));
  } catch {
    // Storage is closed to us.
  }
  return keys.sort().flatMap((key) => {
    const pending = readPendingCall(key);
    if (pending && Number(key.split(' ')[2]) > Date.now() - limits.pendingCallTtl) return [pending];
    localStorage.removeItem(key);
    return [];
  });
}

/** What is being written in this conversation, where no engine has taken it yet. */
export const pendingDraft = (identifier: string, conversationId: string): string | undefined =>
  readPendingCalls(identifier)
    .flatMap(({ name, request }) =>
      name === 'saveDraft' && request.conversationId === conversationId ? [request.text] : [],
    )
    .at(-1);
