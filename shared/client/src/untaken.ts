// What has been written and no engine has taken yet: the browser keeps it, as the page may be closed before one is up.
import { limits } from '@amber/proto/limits';
import type { EngineCalls } from './bus.ts';

/** Calls that may come twice: the second one changes nothing. */
const kept = ['send', 'saveDraft'] as const satisfies readonly (keyof EngineCalls)[];
type KeptName = (typeof kept)[number];

export type Untaken = { [Name in KeptName]: { name: Name; request: Parameters<EngineCalls[Name]>[0] } }[KeptName] & {
  /** The engine has answered. */
  taken(): void;
};

const prefix = 'amber-untaken';
let count = 0;

const isKept = (name: string): name is KeptName => (kept as readonly string[]).includes(name);

// The owner stands in the key: wiping the account finds it. Then the time, so that they sort as they were written.
const startOf = (identifier: string) => `${prefix} ${identifier} `;

/** Until `taken` is called, the next page of this account finds it. Absent where there is nothing to keep. */
export function keepUntaken(identifier: string, name: string, request: unknown): (() => void) | undefined {
  if (!identifier || !isKept(name)) return undefined;
  const order = String((count += 1)).padStart(6, '0');
  const key = `${startOf(identifier)}${Date.now()} ${order} ${crypto.randomUUID()}`;
  try {
    localStorage.setItem(key, JSON.stringify({ name, request }));
  } catch {
    return undefined; // storage is closed or full: the engine takes it a moment later
  }
  return () => localStorage.removeItem(key);
}

function read(key: string): Untaken | null {
  try {
    const { name, request } = JSON.parse(localStorage.getItem(key) ?? '') as Untaken;
    if (!isKept(name)) return null;
    return { name, request, taken: () => localStorage.removeItem(key) } as Untaken;
  } catch {
    return null;
  }
}

/** What pages of this account have left, in the order of writing. What is damaged or old is thrown away. */
export function untakenOf(identifier: string): Untaken[] {
  let keys: string[] = [];
  try {
    keys = Object.keys(localStorage).filter((key) => identifier && key.startsWith(startOf(identifier)));
  } catch {
    // Storage is closed to us.
  }
  return keys.sort().flatMap((key) => {
    const left = read(key);
    if (left && Number(key.split(' ')[2]) > Date.now() - limits.untakenFor) return [left];
    localStorage.removeItem(key);
    return [];
  });
}

/** What is being written in this conversation, where no engine has taken it yet. */
export const untakenDraft = (identifier: string, conversationId: string): string | undefined =>
  untakenOf(identifier)
    .flatMap(({ name, request }) =>
      name === 'saveDraft' && request.conversationId === conversationId ? [request.text] : [],
    )
    .at(-1);
