// The host's access to the engine: all of its calls, and all of the gateway's. Features have engine.ts instead.
import type { Api } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { BehaviorSubject, filter, firstValueFrom, type Observable, Subject } from 'rxjs';
import { limits } from '@amber/proto/limits';
import type { EngineCalls, EngineEvent, EngineState, PageBus } from './bus.ts';
import { session$ } from './session.ts';
import { storePendingCall, readPendingCalls } from './pendingCalls.ts';

// These are singletons: the shell attaches the bus once, and remotes share this module.
const state$ = new BehaviorSubject<EngineState | null>(null);
const allEvents$ = new Subject<EngineEvent>();
const attachedBus = Promise.withResolvers<PageBus>();

/** Removes an account's entries from this browser's storage: every key that contains its identifier. */
function removeAccountStorage(identifier: string): void {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage))
      if (`${key} ${storage.getItem(key)}`.includes(identifier)) storage.removeItem(key);
  }
}

/**
 * Sends the calls that earlier pages stored to the engine, in their order: a message clears the draft that it was
 * written as. A page that is still open may have sent the same calls.
 */
async function replayPendingCalls(bus: PageBus): Promise<void> {
  // The engine determines the account: the session that a page has stored may be older.
  const state = await firstValueFrom(bus.state$.pipe(filter((engineState) => engineState !== null)));
  for (const { name, request, remove } of readPendingCalls(state.session?.identifier ?? '')) {
    await bus
      .call(name, request as never)
      .catch((thrown: unknown) => allEvents$.next({ type: 'refused', code: Fault.of(thrown).code }));
    remove();
  }
}

/** Connects this module to the bus. The host calls it once; earlier calls wait for it. */
export function attachEngine(bus: PageBus): void {
  bus.state$.subscribe(state$);
  void replayPendingCalls(bus);
  // Workers cannot ask for persistent storage; of several pages the visible one does.
  bus.events$.subscribe((event) => {
    allEvents$.next(event);
    if (event.type === 'accountWiped') removeAccountStorage(event.identifier);
    if (event.type === 'persistStorage' && document.visibilityState === 'visible')
      void navigator.storage?.persist?.().catch(() => {});
  });
  attachedBus.resolve(bus);
}

/**
 * The engine's calls. Each rejects with a Fault. Messages and drafts survive the closing of the page before an engine
 * has answered.
 */
export const engine = /* #__PURE__ */ new Proxy(Object.freeze({}) as EngineCalls, {
  get: (_, name: keyof EngineCalls) => async (request: never) => {
    const removePending = storePendingCall(session$.value?.identifier ?? '', name, request);
    try {
      return await (await attachedBus.promise).call(name, request);
    } finally {
      removePending?.();
    }
  },
});

/** The gateway's calls through this function, by service. */
export const apiThrough = (call: EngineCalls['api']): Api =>
  new Proxy(Object.freeze({}) as Api, {
    get: (_, service: string) =>
      new Proxy(Object.freeze({}), {
        get: (_inner, method: string) => (request: object) => call({ call: `${service}.${method}`, request }),
      }),
  });

/** The gateway's calls by service, e.g. `api.contact.search({ keyword })`. Each rejects with a Fault. */
export const api = /* #__PURE__ */ apiThrough((request) => engine.api(request));

/** The engine's state; null until it has answered. */
export const engineState$: Observable<EngineState | null> = state$;

/** Ephemeral events of the engine and of this page. */
export const events$: Observable<EngineEvent> = allEvents$;

/** Shows a toast at the edge of this page, with a link to a path of the app if there is one. */
export function showToast(
  tone: 'info' | 'success' | 'error',
  text: string,
  link?: { to: string; label: string },
): void {
  allEvents$.next({ type: 'toast', tone, text, ...(link && { link }) });
}

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Returns a new message id: 24 random characters, generated where the message is written. */
export function newMessageId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(limits.messageIdLength));
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('');
}
