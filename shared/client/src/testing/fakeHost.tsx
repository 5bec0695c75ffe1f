// A fake host for tests of remotes: session, calls and rows are those that the test passes.
import type { Api, Input } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { act, type ComponentType } from 'react';
import { prerender } from 'react-dom/static';
import { MemoryRouter } from 'react-router-dom';
import { BehaviorSubject, Subject } from 'rxjs';
import type { Connection, EngineCalls, EngineEvent, EngineState, PageBus, Session } from '../bus.ts';
import { type AccountDb, openAccountDb } from '../db.ts';
import { setConfirmationHandler } from '../hostActions.ts';
import { attachEngine } from '../hostEngine.ts';
import { session$ } from '../session.ts';
import { resetPage } from './fakePage.ts';
import { openScreen, type OpenScreen } from './openScreen.tsx';

/** A test's answers may omit fields; a screen then gets the defaults, as from the codec. */
type Answers<Service> = {
  [Call in keyof Service]?: Service[Call] extends (request: infer Request) => Promise<infer Reply>
    ? (request: Request) => Promise<Input<Reply>>
    : never;
};

type TableName = Exclude<
  { [Name in keyof AccountDb]: AccountDb[Name] extends { bulkPut: unknown } ? Name : never }[keyof AccountDb],
  undefined
>;

export interface FakeHostOptions {
  /** The session: a default one if omitted; null for none. */
  session?: Partial<Session> | null;
  engine?: Partial<EngineCalls>;
  api?: { [Service in keyof Api]?: Answers<Api[Service]> };
  /** The rows of the local database. */
  rows?: { [Name in TableName]?: object[] };
}

export interface FakeHost {
  /** The calls so far: `['circle.post', { text: 'hi' }]`. */
  calls: (readonly [call: string, request: unknown])[];
  /** Emits an ephemeral event, as the engine would. */
  emit(event: EngineEvent): void;
  /** Changes the state of the connection, which is unknown at first, and resolves when the screen has followed. */
  setConnection(status: Connection['status']): Promise<void>;
  /** Returns a screen's markup at this path at its first render, after lazily loaded screens have loaded. */
  render(Screens: ComponentType, path: string): Promise<string>;
  /**
   * Mounts the screen at this path on a page with a document, storage and events: effects run, and the test can
   * interact with it.
   */
  open(Screens: ComponentType, path: string): Promise<OpenScreen>;
}

const defaultSession: Session = {
  identifier: 'abcdefghijklmnop',
  avatar: '/chat/avatars/01.svg',
  lastName: 'Somebody',
  deviceId: 'device',
  newDevice: false,
};

/** The engine is attached once per page; each fake host replaces the answers behind it. */
let answer: (name: string, request: unknown) => Promise<unknown> = async () => undefined;
const events$ = new Subject<EngineEvent>();
const state$ = new BehaviorSubject<EngineState | null>(null);
const call = async (name: string, request: unknown) => answer(name, request);
// The person agrees to everything.
setConfirmationHandler(async () => true);
attachEngine({
  call: call as PageBus['call'],
  state$,
  events$,
  close() {},
});

/** The screens that the previous test has opened. */
const openScreens: OpenScreen[] = [];

const missingAnswer = (call: string) => new Fault('UNKNOWN', { message: `The test has given no ${call}` });

/** Creates the host for one test; it replaces the previous one. */
export async function fakeHost({ session = {}, engine = {}, api = {}, rows = {} }: FakeHostOptions): Promise<FakeHost> {
  for (const screen of openScreens.splice(0)) await screen.close();
  resetPage();
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  session$.next(null);
  state$.next(null);
  // A unique name prevents a host from seeing another one's rows.
  session$.next(session && { ...defaultSession, identifier: crypto.randomUUID(), ...session });

  const calls: FakeHost['calls'] = [];
  answer = async (name, request) => {
    const { call: gatewayCall, request: apiRequest } = request as { call: string; request: unknown };
    const isApi = name === 'api';
    const callName = isApi ? gatewayCall : name;
    calls.push([callName, isApi ? apiRequest : request]);
    const [service, method] = callName.split('.') as [keyof Api, string];
    const handler = isApi
      ? (api[service] as Record<string, unknown> | undefined)?.[method]
      : engine[name as keyof EngineCalls];
    if (!handler) throw missingAnswer(callName);
    return (handler as (request: unknown) => Promise<unknown>)(isApi ? apiRequest : request);
  };

  const db = session && openAccountDb(session$.value!.identifier);
  for (const [table, tableRows] of Object.entries(rows)) await db?.table(table).bulkPut(tableRows);

  return {
    calls,
    emit: (event) => events$.next(event),
    setConnection: (status) =>
      act(async () => state$.next({ session: session$.value, connection: { status, gaveUp: false } })),
    async render(Screens, path) {
      const { prelude } = await prerender(
        <MemoryRouter initialEntries={[path]}>
          <Screens />
        </MemoryRouter>,
      );
      return new Response(prelude).text();
    },
    async open(Screens, path) {
      const screen = await openScreen(Screens, path);
      openScreens.push(screen);
      return screen;
    },
  };
}
