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
  await api.user.preparedAvatar({});
  await api.user.devices({});
  await api.user.addFavorite({ conversationId: 'c', id: 'm' });
  await engine.command({ id: 'm', conversationId: 'c', cmdId: 'encrypt', body: { encrypted: true } });
  expect(called).toHaveLength(6);
  expect(asked).toEqual([]);
});

const alice = 'aliceabcdefgh234';
const chat = 'chatabcdefghi234';
const safetyNumber = '0123456789'.repeat(6);

test.each([
  ['acceptKeys', { identifier: alice }, { kind: 'acceptKeys', identifier: alice }],
  ['verifyPerson', { identifier: alice, safetyNumber }, { kind: 'verifyPerson', identifier: alice, safetyNumber }],
  ['startOver', {}, { kind: 'startOver' }],
  ['sendUnencrypted', { id: 'm' }, { kind: 'sendUnencrypted', id: 'm' }],
  [
    'command',
    { id: 'm', conversationId: chat, cmdId: 'encrypt', body: { encrypted: false } },
    { kind: 'stopEncrypting', conversationId: chat },
  ],
] as const)('the person is asked before %s', async (name, request, action) => {
  expect(await codeOf(all[name](request as never))).toBe('made');
  expect(asked).toEqual([action]);
  agrees = false;
  expect(await codeOf(all[name](request as never))).toBe('CANCELLED');
  expect(called).toEqual([[name, request]]);
});

test.each([
  ['acceptKeys', { identifier: 'the bank' }],
  ['acceptKeys', {}],
  ['verifyPerson', { identifier: alice, safetyNumber: `${safetyNumber}0` }],
  ['verifyPerson', { identifier: alice, safetyNumber: [safetyNumber] }],
  ['verifyPerson', { identifier: [alice], safetyNumber }],
  ['sendUnencrypted', { id: 'not an id' }],
  ['command', { id: 'm', conversationId: 'a chat', cmdId: 'encrypt', body: { encrypted: false } }],
  ['command', { id: 'm', conversationId: 'a chat', cmdId: ['encrypt'], body: { encrypted: false } }],
] as const)('the person is not asked before %s with the malformed request %o', async (name, request) => {
  expect(await codeOf(all[name](request as never))).toBe('BAD_REQUEST');
  expect([asked, called]).toEqual([[], []]);
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
  'user.startOver',
  'user.approveDevice',
  'user.renameDevice',
  'user.initPreKeyBundle',
  'user.updatePreKeyBundle',
  'user.updateUserInfo',
  'user.logOut',
  'user.setPrivacy',
  'user.anythingNew',
  'message.sendPrivateMessage',
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
  expect(await codeOf(engine.acceptKeys({ identifier: alice }))).toBe('CANCELLED');
  expect(asked).toHaveLength(1);
});
