import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EngineState, Session } from './bus.ts';

const alice: Session = { identifier: 'alice', avatar: 'a', lastName: 'Alice', deviceId: 'd1', newDevice: false };
const state = (session: Session | null): EngineState => ({ session, connection: { status: 'open', gaveUp: false } });

let stored: Map<string, string>;

/** A page's start: the module reads what the last visit has left. */
async function startPage() {
  vi.resetModules();
  const { followSession, session$ } = await import('./session.ts');
  const state$ = new BehaviorSubject<EngineState | null>(null);
  const seen: (Session | null)[] = [];
  session$.subscribe((session) => seen.push(session));
  followSession(state$);
  return { session$, state$, seen };
}

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('R7 R149 who is signed in, at first paint', () => {
  it('R7 nobody, on the first visit', async () => {
    expect((await startPage()).session$.value).toBeNull();
  });

  it('R149 whoever it was last time, before any engine is heard', async () => {
    (await startPage()).state$.next(state(alice));
    expect((await startPage()).session$.value).toEqual(alice);
  });

  it('R7 the engine has the last word, and what it ends is not remembered', async () => {
    const { state$, session$ } = await startPage();
    state$.next(state(alice));
    state$.next(state(null));
    expect(session$.value).toBeNull();
    expect((await startPage()).session$.value).toBeNull();
  });

  it('R35 a change of the connection alone is no change of the session', async () => {
    const { state$, seen } = await startPage();
    state$.next(state(alice));
    state$.next({ ...state({ ...alice }), connection: { status: 'closed', gaveUp: true } });
    expect(seen).toEqual([null, alice]);
  });

  it('R7 storage that is closed or holds nonsense does not stop the page', async () => {
    stored.set('amber-session', '{');
    expect((await startPage()).session$.value).toBeNull();
    const refuse = () => {
      throw new Error('denied');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    const { state$, session$ } = await startPage();
    state$.next(state(alice));
    expect(session$.value).toEqual(alice);
  });
});
