// A page's handle on the engine: `engine` for what it does, `api` for the gateway's calls, `events$` for passing news.
import type { Api } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { BehaviorSubject, filter, firstValueFrom, merge, Observable, Subject, switchMap } from 'rxjs';
import { limits } from '@amber/proto/limits';
import type { EngineCalls, EngineEvent, EngineState, PageBus } from './bus.ts';
import { session$ } from './session.ts';
import { storePendingCall, readPendingCalls } from './pendingCalls.ts';

// A singleton: the shell attaches the bus once, remotes share this module.
const bus$ = new BehaviorSubject<PageBus | null>(null);
const attachedBus = Promise.withResolvers<PageBus>();

/** Removes what pages remember of an account in this browser: whatever names it. */
function removeAccountStorage(identifier: string): void {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage))
      if (`${key} ${storage.getItem(key)}`.includes(identifier)) storage.removeItem(key);
  }
}

/**
 * Gives the engine what pages before this one have left, in their order: a message takes the draft that stands with it.
 * A page that is still open may have asked for it too.
 */
async function replayPendingCalls(bus: PageBus): Promise<void> {
  // Whose it is, the engine says: what a page remembers of the session may be older.
  const state = await firstValueFrom(bus.state$.pipe(filter((engineState) => engineState !== null)));
  for (const { name, request, remove } of readPendingCalls(state.session?.identifier ?? '')) {
    await bus
      .call(name, request as never)
      .catch((thrown: unknown) => pageEvents$.next({ type: 'refused', code: Fault.of(thrown).code }));
    remove();
  }
}

/** Called once by the host, when the bus is up. Calls made before wait for it. */
export function attachEngine(bus: PageBus): void {
  bus$.next(bus);
  void replayPendingCalls(bus);
  // Workers may not ask; of several pages the one in sight does.
  bus.events$.subscribe((event) => {
    if (event.type === 'accountWiped') removeAccountStorage(event.identifier);
    if (event.type === 'persistStorage' && document.visibilityState === 'visible')
      void navigator.storage?.persist?.().catch(() => {});
  });
  attachedBus.resolve(bus);
}

/** The engine's calls. Each rejects with a Fault. What a person writes outlives the page, whenever an engine comes. */
export const engine = new Proxy({} as EngineCalls, {
  get: (_, name: keyof EngineCalls) => async (request: never) => {
    const removePending = storePendingCall(session$.value?.identifier ?? '', name, request);
    try {
      return await (await attachedBus.promise).call(name, request);
    } finally {
      removePending?.();
    }
  },
});

/** The gateway's calls by service: `api.contact.search({ keyword })`. Each rejects with a Fault. */
export const api = new Proxy({} as Api, {
  get: (_, service: string) =>
    new Proxy(
      {},
      {
        get: (_inner, method: string) => (request: object) => engine.api({ call: `${service}.${method}`, request }),
      },
    ),
});

/** What the engine says of itself: null until it has been heard. */
export const engineState$: Observable<EngineState | null> = bus$.pipe(
  switchMap((bus) => bus?.state$ ?? new BehaviorSubject(null)),
);

const pageEvents$ = new Subject<EngineEvent>();

/** Passing news, from the engine and from this page. */
export const events$: Observable<EngineEvent> = merge(
  bus$.pipe(switchMap((bus) => bus?.events$ ?? new Observable<never>())),
  pageEvents$,
);

/** Shows a short notice at the edge of this page. */
export function showToast(tone: 'info' | 'success' | 'error', text: string): void {
  pageEvents$.next({ type: 'toast', tone, text });
}

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** A message's id: 24 random characters, made where the message is written. */
export function newMessageId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(limits.messageIdLength));
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('');
}
