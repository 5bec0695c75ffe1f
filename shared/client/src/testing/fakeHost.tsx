// Stands in for the host in a remote's tests: session, calls and rows are what the test passes.
import type { Api, Input } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { ComponentType } from 'react';
import { prerender } from 'react-dom/static';
import { MemoryRouter } from 'react-router-dom';
import { BehaviorSubject, Subject } from 'rxjs';
import type { EngineCalls, EngineEvent, EngineState, PageBus, Session } from '../bus.ts';
import type { AccountDb } from '../db.ts';
import { attachEngine } from '../engine.ts';
import { accountDb } from '../live.ts';
import { session$ } from '../session.ts';
import { resetPage } from './fakePage.ts';
import { openScreen, type OpenScreen } from './openScreen.tsx';

/** A test's answers may leave fields out; a screen then sees them empty, as the codec would give them. */
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
  /** Who is signed in: somebody unless said otherwise; null for nobody. */
  session?: Partial<Session> | null;
  engine?: Partial<EngineCalls>;
  api?: { [Service in keyof Api]?: Answers<Api[Service]> };
  /** What the local database holds. */
  rows?: { [Name in TableName]?: object[] };
}

export interface FakeHost {
  /** What was asked so far: `['circle.post', { text: 'hi' }]`. */
  calls: (readonly [call: string, request: unknown])[];
  /** Passing news, as the engine would tell it. */
  emit(event: EngineEvent): void;
  /** A screen's markup at this path, as it first appears; a screen that is loaded later is waited for. */
  render(Screens: ComponentType, path: string): Promise<string>;
  /** The screen at this path on a page with a document, storage and events: its effects run, and it can be used. */
  open(Screens: ComponentType, path: string): Promise<OpenScreen>;
}

const defaultSession: Session = {
  identifier: 'abcdefghijklmnop',
  avatar: '/chat/avatars/01.svg',
  lastName: 'Somebody',
  deviceId: 'device',
  newDevice: false,
};

/** The engine is attached once a page; each fake host puts its answers behind it. */
let answer: (name: string, request: unknown) => Promise<unknown> = async () => undefined;
const events$ = new Subject<EngineEvent>();
const call = async (name: string, request: unknown) => answer(name, request);
attachEngine({
  call: call as PageBus['call'],
  state$: new BehaviorSubject<EngineState | null>(null),
  events$,
  close() {},
});

/** Screens of the test before. */
const openScreens: OpenScreen[] = [];

const missingAnswer = (call: string) => new Fault('UNKNOWN', { message: `The test has given no ${call}` });

/** A fresh host for one test; it takes the place of the one before. */
export async function fakeHost({ session = {}, engine = {}, api = {}, rows = {} }: FakeHostOptions): Promise<FakeHost> {
  for (const screen of openScreens.splice(0)) await screen.close();
  resetPage();
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  session$.next(null);
  // A name of its own, so that no host sees another one's rows.
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

  const db = accountDb();
  for (const [table, tableRows] of Object.entries(rows)) await db?.table(table).bulkPut(tableRows);

  return {
    calls,
    emit: (event) => events$.next(event),
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
