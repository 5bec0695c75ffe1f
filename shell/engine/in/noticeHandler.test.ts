import type { AiConversation, Device, Notify } from '@amber/proto';
import { decode, encode } from '@amber/proto/codec';
import { readSystem } from '@amber/proto/bodies';
import { type SystemCommand, systemCommands } from '@amber/proto/systemCommands';
import { afterEach, describe, expect, it } from 'vitest';
import { createNoticeHandler } from './noticeHandler.ts';
import { listIdentityIds } from '../keys/identityRows.ts';
import { eventually } from '../testing/clock.ts';
import { type Alice, startAlice } from '../testing/startAlice.ts';

const started: Alice[] = [];
async function alice(options?: Parameters<typeof startAlice>[0]): Promise<Alice> {
  started.push(await startAlice(options));
  return started.at(-1)!;
}
afterEach(async () => {
  for (const one of started.splice(0)) await one.close();
});

const json = (body: object) => JSON.stringify(body);
type Notice = Parameters<Alice['gateway']['notice']>[0];
const told = (one: Alice, notice: Notice) => one.pushNotice(one.gateway.notice(notice));
const lines = async ({ db }: Alice) =>
  (await db.messages.where({ conversationId: 'c1' }).sortBy('order')).flatMap(({ content, order, seq }) => {
    const line = readSystem(content);
    return line ? [{ ...line, order, seq }] : [];
  });
const bot: AiConversation & { id: string } = decode(
  'AiConversation',
  encode('AiConversation', {
    conversation: { conversationId: 'r1', identifier: 'alice', state: 'AI' },
    aiBotInfo: { aiBotId: 'b', name: 'Bot', AiCharacters: ['kind'] },
  }),
) as never;

/** Every command that is a notice. */
const commands: {
  [Id in SystemCommand as (typeof systemCommands)[Id]['as'] extends 'notice' ? Id : never]: (
    one: Alice,
  ) => Promise<void>;
} = {
  async groupRemark(one) {
    await told(one, {
      type: 'command',
      cmdId: 'groupRemark',
      conversationId: 'c1',
      identifier: 'alice',
      body: json({ groupRemark: 'Mine' }),
    });
    expect((await one.chat()).userSetting).toMatchObject({ groupRemark: 'Mine', anonymous: false });
  },
  async anonymous(one) {
    await told(one, {
      type: 'command',
      cmdId: 'anonymous',
      conversationId: 'c1',
      identifier: 'alice',
      body: json({ anonymous: true }),
    });
    expect((await one.chat()).userSetting).toMatchObject({ anonymous: true, groupRemark: '' });
  },
  async addFriend(one) {
    await told(one, { type: 'command', cmdId: 'addFriend', identifier: 'bob', body: '{}' });
    expect(one.events).toContainEqual({
      type: 'command',
      cmdId: 'addFriend',
      identifier: 'bob',
      conversationId: '',
      body: '{}',
    });
  },
  async contactDelete(one) {
    await one.pushRow(one.gateway.addTextFromBob('c1', 'hello'));
    await told(one, { type: 'command', cmdId: 'contactDelete', identifier: 'bob', body: '{}' });
    expect(await lines(one)).toMatchObject([{ cmdId: 'contactDelete', actor: 'bob', seq: 0 }]);
  },
  async userDeviceChange(one) {
    await one.db.bundles.bulkPut([
      { identifier: 'bob', deviceId: 'b1' },
      { identifier: 'carol', deviceId: 'c1' },
    ]);
    await told(one, { type: 'command', cmdId: 'userDeviceChange', identifier: 'bob', body: '{}' });
    expect(await one.db.bundles.toArray()).toEqual([{ identifier: 'carol', deviceId: 'c1' }]);
  },
  async callInfo(one) {
    const of = (callId: string) =>
      told(one, {
        type: 'command',
        cmdId: 'callInfo',
        conversationId: 'c1',
        identifier: 'bob',
        body: json({ callId, outcome: 'completed', duration: 12_000 }),
      });
    await of('no such call');
    expect(await lines(one)).toEqual([]);
    const { id } = await one.pushRow(
      one.gateway.addContent('c1', {
        cmdId: 'callOffer',
        type: 'callOffer',
        message: json({ secret: 's', sdp: 'v=0' }),
      }),
    );
    await of(id);
    expect(await lines(one)).toMatchObject([
      { cmdId: 'callOffer', actor: 'bob', body: { outcome: 'completed', duration: 12_000 } },
    ]);
  },
  async newMemory(one) {
    await told(one, { type: 'command', cmdId: 'newMemory', conversationId: 'r1', identifier: 'b', body: '{"m":1}' });
    expect(one.events).toContainEqual({
      type: 'command',
      cmdId: 'newMemory',
      identifier: 'b',
      conversationId: 'r1',
      body: '{"m":1}',
    });
  },
  async aiUsageExhausted(one) {
    const { id } = await one.pushRow(one.gateway.addTextFromBob('c1', 'thinking'));
    await one.db.messages.update(id, { pending: true });
    await one.waitUntilSent(await one.sendText('mine'));
    await told(one, { type: 'command', cmdId: 'aiUsageExhausted', conversationId: 'c1', identifier: 'b', body: '{}' });
    expect(await one.texts()).toEqual(['mine']);
    expect(one.events).toContainEqual(expect.objectContaining({ type: 'command', cmdId: 'aiUsageExhausted' }));
  },
};

describe('R63 every system command that is a notice', () => {
  it.each(Object.entries(commands))('R63 %s', async (_, check) => check(await alice()));
});

/** Every other kind of notice. */
const kinds: { [Type in Exclude<Notify['type'], 'command'>]: (one: Alice) => Promise<void> } = {
  async conversationChanged(one) {
    one.gateway.chats.get('c1')!.wire.name = 'Renamed';
    one.gateway.socket().push('pushNotify', { type: 'conversationChanged' });
    await eventually('the name', async () => (await one.chat()).name === 'Renamed');
  },
  async read(one) {
    await one.pushRow(one.gateway.addTextFromBob('c1', 'hello'));
    one.gateway.chats.get('c1')!.readSeq = 1;
    one.gateway.socket().push('pushNotify', { type: 'read', conversationId: 'c1', identifier: 'alice', seq: 1 });
    await eventually('the count', async () => (await one.chat()).unread === 0);
  },
  async accountDeletion(one) {
    const deletesAt = Date.UTC(2027, 0, 1);
    await told(one, { type: 'accountDeletion', seq: deletesAt });
    expect(await one.db.identity.get('deletion')).toEqual({ key: 'deletion', at: deletesAt });
    await told(one, { type: 'accountDeletion', seq: 0 });
    expect(await one.db.identity.get('deletion')).toBeUndefined();
  },
  // Each operation has its test in spaces.test.ts.
  async spaceChange(one) {
    const before = one.gateway.requests('groupChat.querySpaceDetail').length;
    await told(one, { type: 'spaceChange', identifier: 'bob', body: json({ op: 'CHANGE', spaceId: 's1' }) });
    await eventually('the space', () => one.gateway.requests('groupChat.querySpaceDetail').length > before);
    // R103: the toast about a request to join names the person as this account does.
    await one.db.contacts.put({
      identifier: 'dora',
      status: 'normal',
      avatar: '',
      lastName: 'Dora',
      remarkName: 'My sister',
      updateTime: 1,
    });
    const asked = { op: 'JOIN_ASKED', spaceId: 's1', spaceName: 'Space', lastName: 'Dora' };
    await told(one, { type: 'spaceChange', identifier: 'dora', body: json(asked) });
    expect(one.events).toContainEqual({
      type: 'joinAsked',
      spaceId: 's1',
      spaceName: 'Space',
      lastName: 'My sister',
    });
  },
  async momentNews(one) {
    one.gateway.socket().push('pushNotify', { type: 'momentNews' });
    expect(one.events).toContainEqual({ type: 'momentNews' });
  },
  async featureNews(one) {
    one.gateway.socket().push('pushNotify', { type: 'featureNews', cmdId: 'airdrop', body: '{"n":1}' });
    expect(one.events).toContainEqual({ type: 'featureNews', feature: 'airdrop', body: '{"n":1}' });
  },
  // The end of the session is tested in engine.test.ts, where there is a session to end.
  async signedOut() {},
  async registryChanged(one) {
    one.gateway.socket().push('pushNotify', { type: 'registryChanged', seq: 7 });
    expect(one.events).toContainEqual({ type: 'registryChanged', revision: 7 });
  },
  async typing(one) {
    one.gateway.socket().push('pushNotify', { type: 'typing', conversationId: 'c1', identifier: 'bob' });
    expect(one.events).toContainEqual({ type: 'typing', conversationId: 'c1', identifier: 'bob', typing: true });
  },
  async typingEnded(one) {
    one.gateway.socket().push('pushNotify', { type: 'typing', conversationId: 'c1', identifier: 'bob' });
    one.gateway.socket().push('pushNotify', { type: 'typingEnded', conversationId: 'c1', identifier: 'bob' });
    expect(one.events.at(-1)).toEqual({ type: 'typing', conversationId: 'c1', identifier: 'bob', typing: false });
  },
  async peerRead(one) {
    for (const seq of [2, 1])
      one.gateway.socket().push('pushNotify', { type: 'peerRead', conversationId: 'c1', identifier: 'bob', seq });
    await one.pushNotice(one.gateway.notice({ type: 'preKeyNotEnough' }));
    expect((await one.chat()).peerReadSeq).toBe(2);
  },
  async peerDelivered(one) {
    one.gateway.socket().push('pushNotify', { type: 'peerDelivered', conversationId: 'c1', identifier: 'bob', seq: 3 });
    await eventually('the place', async () => (await one.chat()).peerDeliveredSeq === 3);
  },
  async contactChange(one) {
    await told(one, { type: 'contactChange', identifier: 'bob', body: json({ status: 'black' }) });
    expect(await one.db.contacts.get('bob')).toMatchObject({ identifier: 'bob', status: 'black' });
    await told(one, {
      type: 'contactChange',
      identifier: 'alice',
      body: json({
        contacts: [
          { identifier: 'bob', status: 'delete' },
          { identifier: 'bob', status: 'normal' },
          { identifier: 'carol', status: 'gone' },
          null,
          1,
        ],
      }),
    });
    expect(await one.db.contacts.toArray()).toMatchObject([{ identifier: 'bob', status: 'normal' }]);
  },
  async deviceChange(one) {
    await one.db.bundles.bulkPut([
      { identifier: 'bob', deviceId: 'b1' },
      { identifier: 'bob', deviceId: 'b2' },
      { identifier: 'carol', deviceId: 'c1' },
    ]);
    await told(one, {
      type: 'deviceChange',
      identifier: 'bob',
      body: json({ devices: [{ deviceId: 'b2' }, { deviceId: 'b3' }] }),
    });
    expect(await one.db.bundles.where({ identifier: 'bob' }).toArray()).toEqual([
      { identifier: 'bob', deviceId: 'b2' },
      { identifier: 'bob', deviceId: 'b3' },
    ]);
    await one.db.bundles.put({ identifier: 'bob', deviceId: 'b2', registrationId: 7 } as Device);
    await told(one, {
      type: 'deviceChange',
      identifier: 'bob',
      body: json({ devices: [{ deviceId: 'b2' }, { deviceId: 'b3' }], changed: ['b2'] }),
    });
    expect(await one.db.bundles.where({ identifier: 'bob' }).toArray()).toEqual([
      { identifier: 'bob', deviceId: 'b2' },
      { identifier: 'bob', deviceId: 'b3' },
    ]);
    await told(one, {
      type: 'deviceChange',
      identifier: 'bob',
      body: json({ devices: [{ deviceId: 'b2', unapproved: true }, { deviceId: 'b3' }] }),
    });
    expect(await one.db.bundles.get(['bob', 'b2'])).toEqual({ identifier: 'bob', deviceId: 'b2', unapproved: true });
    await told(one, { type: 'deviceChange', identifier: 'bob', body: json({ devices: [{ deviceId: 'b2' }] }) });
    expect(await one.db.bundles.get(['bob', 'b2'])).toEqual({ identifier: 'bob', deviceId: 'b2' });
    await one.db.bundles.where({ identifier: 'alice' }).delete();
    await told(one, { type: 'deviceChange', identifier: 'bob', body: '' });
    expect(await one.db.bundles.toArray()).toEqual([{ identifier: 'carol', deviceId: 'c1' }]);
  },
  async preKeyNotEnough(one) {
    await told(one, { type: 'preKeyNotEnough' });
    expect(await one.db.notices.count()).toBe(1); // what follows from it: below
  },
  async aiConversation(one) {
    await told(one, { type: 'aiConversation', body: json(bot) });
    await told(one, { type: 'aiConversation', body: json({ conversation: { conversationId: 'r1', state: 'man' } }) });
    expect(await one.db.bots.get('r1')).toMatchObject({
      conversation: { state: 'man', identifier: 'alice' },
      aiBotInfo: { name: 'Bot' },
    });
  },
  async campaignNews(one) {
    const news = { kind: 'won', campaignId: 'c', title: 'Spring', reward: 'A badge' };
    await told(one, { type: 'campaignNews', body: json(news) });
    await told(one, { type: 'campaignNews', body: json({ ...news, kind: 'lost' }) });
    await told(one, { type: 'campaignNews', body: json({ ...news, title: 7 }) });
    await told(one, { type: 'campaignNews', body: json({ ...news, title: 'x'.repeat(5_000) }) });
    expect(one.events.filter(({ type }) => type === 'campaignNews')).toEqual([
      { type: 'campaignNews', ...news },
      { type: 'campaignNews', ...news, title: 'x'.repeat(80) },
    ]);
  },
  async aiBotInfo(one) {
    await told(one, { type: 'aiConversation', body: json(bot) });
    await told(one, { type: 'aiBotInfo', body: json({ aiBotId: 'b', name: 'Robot' }) });
    await told(one, { type: 'aiBotInfo', body: json({ aiBotId: 'other', name: 'Else' }) });
    expect(await one.db.bots.toArray()).toMatchObject([{ aiBotInfo: { name: 'Robot', AiCharacters: ['kind'] } }]);

    // A bot whose voice was deleted is not heard in it any more.
    one.gateway.addChat('v2', { type: 'group' });
    const addText = (identifier: string) =>
      one.gateway.addContent('v2', { type: 'text', message: json({ text: 'Hi' }), by: { identifier, deviceId: '' } });
    const [itsMessage, bobs] = [addText('b'), addText('bob')];
    one.parts.requestSync();
    await eventually('the messages', () => one.message(bobs.id));
    const spoken = { digest: '', cloned: true, sentences: [] };
    for (const { id } of [itsMessage, bobs])
      await one.db.files.put({ id, key: '', state: 'here', blob: new Blob(['sound']), usedAt: 1, spoken });
    await told(one, { type: 'aiBotInfo', body: json({ aiBotId: 'b', voice: '', voiceCloned: false }) });
    expect(await one.db.files.toCollection().primaryKeys()).toEqual([bobs.id]);
  },
  async aiVoice(one) {
    const id = 's'.padEnd(24, '0');
    one.gateway.addChat('v1', { type: 'group' });
    const message = one.gateway.addContent('v1', { type: 'text', message: json({ text: 'Hello' }) });
    const aiVoice = { id, number: 0, pcm: new Uint8Array([1, 0]), last: true };
    // Nothing here has asked for it.
    one.gateway.socket().push('pushNotify', { type: 'aiVoice', aiVoice });
    one.parts.requestSync();
    await eventually('the message', () => one.message(message.id));
    await one.calls.speak({ id, conversationId: 'v1', messageId: message.id });
    expect(one.events.filter(({ type }) => type === 'aiVoice')).toEqual([]);
    one.gateway.socket().push('pushNotify', { type: 'aiVoice', aiVoice });
    await eventually('the voice', () => one.events.some(({ type }) => type === 'aiVoice'));
    expect(one.events).toContainEqual(expect.objectContaining({ type: 'aiVoice', id, pcm: Int16Array.of(1) }));
  },
};

describe('R42 R43 every notice has its effect', () => {
  it.each(Object.entries(kinds))('R43 %s', async (_, check) => check(await alice()));

  it('R43 R79 whoever makes keys is asked for more', async () => {
    const { db } = await alice();
    let asked = 0;
    const effects = createNoticeHandler({
      db,
      me: { identifier: 'alice', deviceId: 'a1' },
      now: () => 0,
      emit: () => {},
      refreshContacts: () => {},
      filesReleased: () => {},
      deletionChanged: () => {},
      processFollowUps: () => {
        asked += 1;
      },
    });
    const notice = decode('Notify', encode('Notify', { type: 'preKeyNotEnough', noticeSeq: 1 }));
    await effects.apply([notice], { isComplete: true });
    await effects.apply([notice], { isComplete: true });
    expect(asked).toBe(1);
  });
});

describe('R41 R42 the other pushes', () => {
  it('R42 a list of devices takes the place of the one before', async () => {
    const one = await alice();
    await one.db.bundles.bulkPut([
      { identifier: 'bob', deviceId: 'old' },
      { identifier: 'carol', deviceId: 'c1' },
    ]);
    one.gateway
      .socket()
      .push('pushDevicesInfo', { identifier: 'bob', devices: [{ identifier: 'bob', deviceId: 'new' }] });
    await eventually('the devices', async () => (await one.db.bundles.get(['bob', 'new'])) !== undefined);
    expect(await one.db.bundles.toArray()).toEqual([
      { identifier: 'bob', deviceId: 'new' },
      { identifier: 'carol', deviceId: 'c1' },
    ]);
  });

  it('R42 a list of own devices with those that wait for approval; the same list again causes no call', async () => {
    const one = await alice();
    const push = () =>
      one.gateway.socket().push('pushDevicesInfo', {
        identifier: 'alice',
        devices: [{ identifier: 'alice', deviceId: 'a1' }],
        unapproved: [{ identifier: 'alice', deviceId: 'a2' }],
      });
    const asked = () => one.gateway.requests('user.devices').length;
    /** What a list causes is done: its follow-up is deleted after the last call. */
    const untilDone = () =>
      eventually('the follow-ups', async () => (await listIdentityIds(one.db, 'followUp:')).length === 0);
    await eventually('the devices known at the start', () => one.devices.length > 0);
    await untilDone();
    const before = asked();
    push();
    await eventually('the devices', () => asked() > before);
    expect(await one.db.bundles.where({ identifier: 'alice' }).toArray()).toEqual([
      { identifier: 'alice', deviceId: 'a1' },
      { identifier: 'alice', deviceId: 'a2', unapproved: true },
    ]);
    await untilDone();
    const after = asked();
    push();
    await one.pushRow(one.gateway.addTextFromBob('c1', 'later'));
    await untilDone();
    expect(asked()).toBe(after);
  });

  it('R42 R142 a call is news, and zero is nothing', async () => {
    const one = await alice();
    const before = [...one.events];
    one.gateway.socket().push('pushZero', {});
    expect(one.events).toEqual(before);
    one.gateway.socket().push('pushCall', { callId: 'x', conversationId: 'c1', identifier: 'bob', ended: false });
    expect(one.events.at(-1)).toMatchObject({
      type: 'call',
      callId: 'x',
      conversationId: 'c1',
      identifier: 'bob',
      ended: false,
    });
  });
});

describe('R247 the deletion of the account', () => {
  const deletion = (seq: number): Notice => ({ type: 'accountDeletion', identifier: 'alice', seq });

  it('R247 is told with its date, and that it was cancelled', async () => {
    const one = await alice();
    await told(one, deletion(1_800_000_000_000));
    await eventually('the date', () => one.deletions.at(-1) === 1_800_000_000_000);
    await told(one, deletion(0));
    await eventually('the cancellation', () => one.deletions.at(-1) === 0);
  });

  it('R247 is known at the next start, also without a connection', async () => {
    const one = await alice();
    await told(one, deletion(1_800_000_000_000));
    await one.close();
    one.gateway.faults.offline = true;
    const again = await alice({ databases: one.databases, gateway: one.gateway });
    await eventually('the date', () => again.deletions.at(-1) === 1_800_000_000_000);
  });

  it('R247 that has no date is none', async () => {
    const one = await alice();
    for (const seq of [-1, 9_000_000_000_000_000]) {
      await told(one, deletion(seq));
      await eventually('the notice', () => one.deletions.length > 0);
    }
    expect(new Set(one.deletions)).toEqual(new Set([0]));
  });

  it('R247 is requested and cancelled, and pages learn it from the notice alone', async () => {
    const one = await alice();
    one.gateway.answer('user.deleteAccount', () => {
      one.gateway.notice(deletion(7_000));
      return { deletesAt: 7_000 };
    });
    one.gateway.answer('user.cancelDeletion', () => {
      one.gateway.notice(deletion(0));
      return {};
    });
    expect(await one.calls.deleteAccount({ confirm: 'alice' })).toEqual({ deletesAt: 7_000 });
    await eventually('the date', () => one.deletions.at(-1) === 7_000);
    await one.calls.cancelDeletion({});
    await eventually('the cancellation', () => one.deletions.at(-1) === 0);
  });

  it('R247 is cancelled also where the gateway does not know of it any more', async () => {
    const one = await alice();
    await told(one, deletion(7_000));
    await eventually('the date', () => one.deletions.at(-1) === 7_000);
    one.gateway.answer('user.cancelDeletion', () => ({}));
    await one.calls.cancelDeletion({});
    expect(one.deletions.at(-1)).toBe(0);
  });
});

describe('R41 R43 notices come once, in order', () => {
  const remark = (text: string): Notice => ({
    type: 'command',
    cmdId: 'groupRemark',
    conversationId: 'c1',
    identifier: 'alice',
    body: json({ groupRemark: text }),
  });

  it('R43 what was missed comes with the next sync, before what came after it', async () => {
    const one = await alice();
    one.gateway.notice(remark('first'));
    const second = one.gateway.notice(remark('second'));
    one.gateway.socket().push('pushNotify', second);
    await eventually('both', async () => (await one.db.notices.toArray())[0]?.seq === 2);
    expect((await one.chat()).userSetting?.groupRemark).toBe('second');
    expect(one.gateway.requests('message.sync').at(-1)!.noticeSeq).toBe(0);
    one.gateway.socket().push('pushNotify', one.gateway.notices[0]!);
    await told(one, { type: 'preKeyNotEnough' });
    expect((await one.chat()).userSetting?.groupRemark).toBe('second');
  });

  it('R41 a notice that is stored is acknowledged, and never asked for again', async () => {
    const one = await alice();
    await told(one, remark('first'));
    await one.clock.advance(50);
    expect(one.gateway.socket().requestsOf('pushAck').at(-1)).toMatchObject({ noticeSeq: 1 });
    const before = one.gateway.requests('message.sync').length;
    await one.close();
    const again = await alice(one);
    await eventually('a catch-up', () => again.gateway.requests('message.sync').length > before);
    expect(again.gateway.requests('message.sync').at(-1)!.noticeSeq).toBe(1);
  });

  it('R44 a body that makes no sense harms nothing', async () => {
    const one = await alice();
    for (const type of ['command', 'contactChange', 'deviceChange', 'aiConversation', 'aiBotInfo'] as const) {
      for (const body of ['', 'x', 'null', '[]', '{"contacts":5,"devices":[null,1],"conversation":1,"aiBotId":{}}']) {
        await told(one, { type, cmdId: 'groupRemark', conversationId: 'c1', identifier: 'bob', body });
      }
    }
    await told(one, { type: 'command', cmdId: 'toString', body: '{}' });
    expect(await one.chat()).toMatchObject({ userSetting: { encrypted: false } });
  });
});
