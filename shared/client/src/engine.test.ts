import { Fault } from '@amber/proto/faults';
import { BehaviorSubject, EMPTY } from 'rxjs';
import { beforeEach, expect, test, vi } from 'vitest';
import type { EngineCalls, EngineState, PageBus } from './bus.ts';
import type { HostAction } from './hostActions.ts';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
const { engine, api } = await import('./engine.ts');
const { setConfirmationHandler } = await import('./hostActions.ts');
const { attachEngine } = await import('./hostEngine.ts');

const called: unknown[] = [];
const asked: HostAction[] = [];
let agrees = true;
attachEngine({
  call: (async (name: string, request: unknown) => called.push([name, request])) as unknown as PageBus['call'],
  state$: new BehaviorSubject<EngineState | null>(null),
  events$: EMPTY,
  close() {},
});
setConfirmationHandler(async (action) => {
  asked.push(action);
  return agrees;
});
beforeEach(() => {
  called.length = 0;
  asked.length = 0;
  agrees = true;
});

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'made',
    (thrown: unknown) => Fault.of(thrown).code,
  );
const all = engine as unknown as EngineCalls;

test('a feature’s own calls are made without a question', async () => {
  await engine.markRead({ conversationId: 'c', seq: 1 });
  await api.contact.search({ keyword: 'a' });
  await engine.command({ id: 'm', conversationId: 'c', cmdId: 'encrypt', body: { encrypted: true } });
  expect(called).toHaveLength(3);
  expect(asked).toEqual([]);
});

test.each([
  ['acceptKeys', { identifier: 'alice' }, { kind: 'acceptKeys', identifier: 'alice' }],
  [
    'verifyPerson',
    { identifier: 'alice', safetyNumber: '12345' },
    { kind: 'verifyPerson', identifier: 'alice', safetyNumber: '12345' },
  ],
  ['startOver', {}, { kind: 'startOver' }],
  ['sendUnencrypted', { id: 'm' }, { kind: 'sendUnencrypted' }],
  [
    'command',
    { id: 'm', conversationId: 'c', cmdId: 'encrypt', body: { encrypted: false } },
    { kind: 'stopEncrypting', conversationId: 'c' },
  ],
] as const)('the person is asked before %s', async (name, request, action) => {
  expect(await codeOf(all[name](request as never))).toBe('made');
  expect(asked).toEqual([action]);
  agrees = false;
  expect(await codeOf(all[name](request as never))).toBe('CANCELLED');
  expect(called).toEqual([[name, request]]);
});

test.each([
  'approveDevice',
  'signOutDevice',
  'deleteAccount',
  'signOut',
  'clearHistory',
  'keepData',
  'toString',
] as const)('%s is the host’s', async (name) => {
  expect(await codeOf((all as unknown as Record<string, (request: object) => Promise<void>>)[name]!({}))).toBe(
    'NO_AUTH',
  );
  expect(called).toEqual([]);
});

test.each([
  'user.deleteAccount',
  'user.exportData',
  'user.signOutDevice',
  'rollout.promote',
  'operator.createCode',
  'login.login',
])('the gateway’s call %s is the host’s', async (call) => {
  expect(await codeOf(engine.api({ call, request: {} }))).toBe('NO_AUTH');
  // What it says the second time does not count.
  let read = 0;
  const shifty = {
    request: {},
    get call() {
      return (read += 1) === 1 ? 'contact.search' : call;
    },
  };
  await codeOf(engine.api(shifty));
  expect(called).toEqual([['api', { request: {}, call: 'contact.search' }]]);
});

test('what was asked about is what is called, and the person is not asked by anybody else', async () => {
  setConfirmationHandler(async () => true);
  agrees = false;
  expect(await codeOf(engine.acceptKeys({ identifier: 'alice' }))).toBe('CANCELLED');
  expect(asked).toHaveLength(1);
});
