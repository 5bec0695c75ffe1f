import { type AccountDb, type DatabasePorts, openAccountDb, openDeviceDb } from '@amber/client/db';
import { Fault } from '@amber/proto/faults';
import { Dexie } from 'dexie';
import { afterEach, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from './engine.ts';
import { Clock, eventually, settle } from './testing/clock.ts';
import { createFakeGateway } from './testing/fakeGateway.ts';
import { newDatabases } from './testing/startAlice.ts';

const closing: { close(): Promise<void> | void }[] = [];
afterEach(async () => {
  for (const one of closing.splice(0).reverse()) await one.close();
});

/** A browser with its databases; `start` starts the engine in it. */
function browser() {
  const [gateway, databases, clock] = [createFakeGateway(), newDatabases(), new Clock()];
  gateway.addChat('c1', { type: 'group' });
  const start = async (): Promise<Engine> => {
    const engine = await createEngine({
      clock,
      databases,
      origin: 'http://gateway.test',
      deviceName: 'Chrome on Linux',
      fetch: gateway.fetch,
      openSocket: gateway.openSocket,
      locks: { request: (_, __, whileHeld) => whileHeld() },
    });
    closing.push(engine);
    return engine;
  };
  return { gateway, databases, clock, start };
}

const phone = '+49 (151) 123';
const signIn = (engine: Engine, number = phone) => engine.calls.signIn({ phone: number, code: '123456' });
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no fault',
    (thrown: unknown) => (thrown as Fault).code,
  );

function read(identifier: string, databases: DatabasePorts): AccountDb {
  const db = openAccountDb(identifier, databases);
  closing.push(db);
  return db;
}

describe('signing in', () => {
  it('R3 R5 the code is asked for and proved on the same device', async () => {
    const { gateway, start } = browser();
    const engine = await start();
    expect(await engine.calls.getSms({ phone })).toEqual({ retryAfter: 60_000 });
    await signIn(engine);
    const [sms] = gateway.requests('login.getSms');
    const [login] = gateway.requests('login.login');
    expect(login).toEqual({ phone, code: '123456', appId: 1, deviceId: sms!.deviceId, inviteId: '' });
    expect(sms!.deviceId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('R3 without the right code there is no session', async () => {
    const engine = await browser().start();
    expect(await codeOf(engine.calls.signIn({ phone, code: '000000' }))).toBe('100004');
    expect(engine.state$.value.session).toBeNull();
    expect(await codeOf(engine.calls.openPrivateChat({ identifier: 'bob' }))).toBe('SIGNED_OUT');
  });

  it('R5 two phones have two device ids; the same phone keeps its own, however it is written and over restarts', async () => {
    const { gateway, start } = browser();
    const first = await start();
    // Both at the same time: neither may make an id that the other does not know.
    await Promise.all([first.calls.getSms({ phone: '+49 151 123' }), first.calls.getSms({ phone: '+49151123' })]);
    await first.calls.getSms({ phone: '+49 151 999' });
    await first.close();
    await (await start()).calls.getSms({ phone: '+49-151-123' });
    const [a, again, other, later] = gateway.requests('login.getSms').map(({ deviceId }) => deviceId);
    expect([again, later]).toEqual([a, a]);
    expect(other).not.toBe(a);
  });

  it('R6 /user/init gets the token, the device and the rest', async () => {
    const { gateway, start } = browser();
    const engine = await start();
    await engine.calls.signIn({ phone, code: '123456', inviteId: 'i1' });
    expect(gateway.requests('user.init')).toEqual([
      {
        token: `token ${phone}`,
        uuid: engine.state$.value.session!.deviceId,
        inviteId: 'i1',
        baseInfo: true,
        conversationTime: 0,
        contactTime: 0,
        deviceName: 'Chrome on Linux',
        system: 'web',
      },
    ]);
    expect(gateway.asked.find(({ name }) => name === 'user.init')!.token).toBe(`token ${phone}`);
  });

  it('R6 /user/init gets the times of what this device has, and what it answers is stored', async () => {
    const { gateway, start, databases } = browser();
    const engine = await start();
    const bob = { identifier: 'bob', status: 'normal' as const, remarkName: 'Bobby', updateTime: 500_000 };
    gateway.setInit((reply) => ({ ...reply, conversationTime: 900_000, contacts: [bob] }));
    await signIn(engine, '+1');
    expect(await read('1', databases).contacts.get('bob')).toMatchObject(bob);
    await engine.calls.signOut({ wipe: false });
    await signIn(engine, '+2');
    await engine.calls.signOut({ wipe: false });
    await signIn(engine, '+1');
    const timesOf = () =>
      gateway.requests('user.init').map(({ conversationTime, contactTime }) => [conversationTime, contactTime]);
    expect(timesOf()).toEqual([
      [0, 0],
      [0, 0],
      [840_000, 440_000],
    ]);
    // The data of a browser that has evicted it is requested anew.
    await engine.calls.signOut({ wipe: false });
    await openAccountDb('1', databases).delete();
    await signIn(engine, '+1');
    expect(timesOf().at(-1)).toEqual([0, 0]);
  });

  it('R7 the state holds who it is and whether the device is new, and never a token', async () => {
    const { start } = browser();
    const engine = await start();
    await signIn(engine);
    await engine.calls.saveProfile({ avatar: 'a1', lastName: 'Alice' });
    const { session } = engine.state$.value;
    expect(session).toEqual({
      identifier: '49151123',
      avatar: 'a1',
      lastName: 'Alice',
      deviceId: expect.any(String) as string,
      newDevice: true,
    });
    expect(JSON.stringify(engine.state$.value)).not.toMatch(/token|refresh/);
  });

  it('R247 a call that is refused before the device list arrives says that the device waits for approval', async () => {
    const { gateway, start } = browser();
    const list = Promise.withResolvers<void>();
    gateway.faults.holdCall.set('user.devices', list.promise);
    gateway.faults.refuse.set('user.updateUserInfo', () => new Fault('NO_AUTH'));
    const engine = await start();
    await signIn(engine);
    gateway.setDevices([], { unapproved: [engine.state$.value.session!.deviceId] });
    const saved = codeOf(engine.calls.saveProfile({ avatar: 'a1', lastName: 'Alice' }));
    await eventually('the refused call', () => gateway.requests('user.updateUserInfo').length === 1);
    await settle();
    list.resolve();
    expect(await saved).toBe('NOT_APPROVED');
  });

  it('R7 R8 a restart finds the session and connects by itself', async () => {
    const { gateway, start } = browser();
    const first = await start();
    await signIn(first);
    const { session } = first.state$.value;
    await first.close();
    const second = await start();
    expect(second.state$.value.session).toEqual(session);
    await eventually('the connection', () => second.state$.value.connection.status === 'open');
    expect(gateway.requests('login.login')).toHaveLength(1);
  });

  it('R151 another account takes over; each keeps its own rows', async () => {
    const { start, databases, gateway } = browser();
    const engine = await start();
    await signIn(engine, '+1');
    await engine.calls.saveDraft({ conversationId: 'c1', text: 'from one' });
    await signIn(engine, '+2');
    expect(engine.state$.value.session?.identifier).toBe('2');
    await eventually('the second connection', () => engine.state$.value.connection.status === 'open');
    expect(gateway.sockets.filter(({ readyState }) => readyState === 1)).toHaveLength(1);
    expect([await read('1', databases).drafts.count(), await read('2', databases).drafts.count()]).toEqual([1, 0]);
  });
});

describe('R247 the deletion of the account', () => {
  it('R247 is known after the sign-in, after a restart, and no more after the sign-out', async () => {
    const { gateway, start } = browser();
    gateway.setInit((reply) => ({ ...reply, deletesAt: 5_000 }));
    const first = await start();
    await signIn(first, '+1');
    await eventually('the date', () => first.state$.value.deletesAt === 5_000);
    await first.close();
    const again = await start();
    await eventually('the date', () => again.state$.value.deletesAt === 5_000);
    await again.calls.signOut({ wipe: false });
    expect(again.state$.value.deletesAt).toBe(0);
    gateway.setInit((reply) => reply);
    await signIn(again, '+1');
    await eventually('a catch-up', () => again.state$.value.connection.status === 'open');
    expect(again.state$.value.deletesAt).toBe(0);
  });
});

describe('R169 R7 the conversations with AIs', () => {
  const clone = {
    human: null,
    conversation: { conversationId: 'a1', identifier: '49151123', state: 'man' as const },
    aiBotInfo: {
      aiBotId: 'b1',
      type: 'clone' as const,
      name: '小安',
      nameEn: 'Ann',
      avatar: 'a.png',
      image: 'i.png',
      AiCharacters: ['kind', 'brief'],
      owner: '',
      ownerName: '',
      opening: '',
      audience: 'owner' as const,
      model: '',
      about: '',
      removed: false,
      updateTime: 0,
      provider: '',
      humans: 'none' as const,
      hasHumans: false,
      writesFirst: 'never' as const,
      quietFrom: 0,
      quietTo: 0,
      timeZone: '',
      voice: '',
      voiceCloned: false,
    },
  };
  const mate = {
    human: null,
    conversation: { conversationId: 'a2', identifier: '49151123', state: 'AI' as const },
    aiBotInfo: {
      aiBotId: 'b2',
      type: 'mate' as const,
      name: 'Max',
      nameEn: 'Max',
      avatar: '',
      image: '',
      AiCharacters: [],
      owner: '',
      ownerName: '',
      opening: '',
      audience: 'owner' as const,
      model: '',
      about: '',
      removed: false,
      updateTime: 0,
      provider: '',
      humans: 'none' as const,
      hasHumans: false,
      writesFirst: 'never' as const,
      quietFrom: 0,
      quietTo: 0,
      timeZone: '',
      voice: '',
      voiceCloned: false,
    },
  };

  it("R169 R7 each item of the sign-in's answer is kept with exactly its fields, and notices change what was told", async () => {
    const { gateway, start, databases } = browser();
    gateway.setInit((reply) => ({ ...reply, aiConversations: [clone, mate] }));
    const engine = await start();
    await signIn(engine);
    const db = read('49151123', databases);
    expect(await db.bots.toArray()).toEqual([
      { id: 'a1', ...clone },
      { id: 'a2', ...mate },
    ]);
    await eventually('the connection', () => engine.state$.value.connection.status === 'open');
    const notice = gateway.notice({
      type: 'aiConversation',
      body: JSON.stringify({ conversation: { conversationId: 'a1', state: 'AI' } }),
    });
    gateway.socket().push('pushNotify', notice);
    await eventually('the change', async () => (await db.bots.get('a1'))!.conversation!.state === 'AI');
    expect(await db.bots.get('a1')).toEqual({
      id: 'a1',
      ...clone,
      conversation: { ...clone.conversation, state: 'AI' },
    });
  });

  it('R169 the next sign-in has the last word', async () => {
    const { gateway, start, databases } = browser();
    gateway.setInit((reply) => ({ ...reply, aiConversations: [clone] }));
    const engine = await start();
    await signIn(engine);
    await engine.calls.signOut({ wipe: false });
    gateway.setInit((reply) => ({
      ...reply,
      aiConversations: [{ ...clone, conversation: { ...clone.conversation, state: 'AI' } }],
    }));
    await signIn(engine);
    expect(await read('49151123', databases).bots.toArray()).toEqual([
      { id: 'a1', ...clone, conversation: { ...clone.conversation, state: 'AI' } },
    ]);
  });
});

describe('a token that has run out', () => {
  it('R18 is refreshed, kept over a restart, and the profile saved meanwhile is kept with it', async () => {
    const { gateway, start } = browser();
    const first = await start();
    await signIn(first, '+1');
    let refused = true;
    gateway.faults.refuse.set('contact.search', () => (refused ? new Fault('1002') : undefined));
    gateway.faults.refuse.set('user.refreshToken', () => {
      refused = false;
      return undefined;
    });
    gateway.faults.refuse.set('message.sync', () => undefined);
    await Promise.all([
      first.calls.api({ call: 'contact.search', request: {} }).catch(() => {}),
      first.calls.saveProfile({ avatar: 'a', lastName: 'Alice' }),
    ]);
    await first.close();
    const second = await start();
    await second.calls.saveProfile({ avatar: 'a', lastName: 'Alice' });
    expect(gateway.requests('user.refreshToken')).toEqual([{ refreshToken: 'refresh +1' }]);
    expect(gateway.asked.at(-1)!.token).toBe('fresh refresh +1');
    expect(second.state$.value.session?.lastName).toBe('Alice');
  });

  const expired = async () => {
    const one = browser();
    const engine = await one.start();
    await signIn(engine, '+1');
    await eventually('the connection', () => engine.state$.value.connection.status === 'open');
    await engine.calls.saveDraft({ conversationId: 'c1', text: 'unfinished' });
    one.gateway.faults.refuse.set('message.sendGroupMessage', () => new Fault('1002'));
    one.gateway.faults.refuse.set('message.sync', () => new Fault('1002'));
    one.gateway.faults.refuse.set('user.updateUserInfo', () => new Fault('1002'));
    return { ...one, engine };
  };

  it('R19 R173 R174 when the refresh is refused the session ends, and draft and outbox stay for the next', async () => {
    const { gateway, start, engine, databases } = await expired();
    gateway.faults.refuse.set('user.refreshToken', () => new Fault('200003'));
    await engine.calls.send({ id: 'm1', conversationId: 'c1', type: 'text', body: { text: 'waiting' } });
    await eventually('the end of the session', () => engine.state$.value.session === null);
    expect(engine.state$.value).toMatchObject({ connection: { status: 'closed', gaveUp: false }, ended: true });
    await engine.close();

    gateway.faults.refuse.clear();
    await signIn(await start(), '+1');
    await eventually('the message', () => gateway.chats.get('c1')!.rows.length === 1);
    expect((await read('1', databases).messages.get('m1'))!.content.message).toBe('{"text":"waiting"}');
  });

  it('R19 the end of the session during a catch-up answers every call that waits', async () => {
    const { gateway, engine } = await expired();
    gateway.faults.refuse.set('user.refreshToken', () => new Fault('200003'));
    gateway.socket().push('pushNotify', { type: 'conversationChanged' });
    expect(await codeOf(engine.calls.saveProfile({ avatar: '', lastName: '' }))).toBe('SIGNED_OUT');
    await eventually('the end of the session', () => engine.state$.value.session === null);
    await engine.close();
  });

  it.each([
    [false, 0],
    [true, 1],
  ])('R247 the account is deleted: with keepsData %s, %i drafts stay', async (keep, left) => {
    const { gateway, engine, databases } = await expired();
    await engine.calls.saveDraft({ conversationId: 'c1', text: 'unfinished' });
    await engine.calls.keepData({ keep });
    let isWiped = false;
    engine.events$.subscribe(({ type }) => {
      isWiped ||= type === 'accountWiped';
    });
    gateway.faults.refuse.set('user.refreshToken', () => new Fault('ACCOUNT_DELETED'));
    gateway.socket().push('pushNotify', { type: 'conversationChanged' });
    await eventually('the end of the session', () => engine.state$.value.session === null && isWiped === !keep);
    expect(engine.state$.value).toMatchObject({ ended: true, deleted: true, removed: !keep });
    await engine.close();
    expect(await read('1', databases).drafts.count()).toBe(left);
  });

  it('R19 a refresh that nobody answers ends nothing', async () => {
    const { gateway, engine } = await expired();
    gateway.faults.refuse.set('user.refreshToken', () => new Fault('UNAVAILABLE'));
    expect(await codeOf(engine.calls.saveProfile({ avatar: '', lastName: '' }))).toBe('UNAVAILABLE');
    expect(engine.state$.value.session?.identifier).toBe('1');
  });
});

describe('R173 signing out', () => {
  const withDraft = async () => {
    const one = browser();
    const engine = await one.start();
    await signIn(engine, '+1');
    await engine.calls.saveDraft({ conversationId: 'c1', text: 'unfinished' });
    return { ...one, engine };
  };

  it.each([
    [false, 1],
    [true, 0],
  ])('R173 R151 wiping %s leaves %i drafts', async (wipe, left) => {
    const { gateway, engine, databases } = await withDraft();
    await engine.calls.signOut({ wipe });
    expect(engine.state$.value).toEqual({
      session: null,
      ended: false,
      removed: false,
      deleted: false,
      deletesAt: 0,
      devices: null,
      connection: { status: 'closed', gaveUp: false },
    });
    expect(gateway.sockets.filter(({ readyState }) => readyState < 2)).toEqual([]);
    expect([gateway.requests('user.logOut').length, gateway.requests('user.signOutDevice').length]).toEqual(
      wipe ? [0, 1] : [1, 0],
    );
    expect(await read('1', databases).drafts.count()).toBe(left);
    const device = openDeviceDb(databases);
    closing.push(device);
    expect(await device.accounts.toArray()).toMatchObject(
      wipe ? [] : [{ key: 'phone:+1', token: '', refreshToken: '' }],
    );
  });

  it('T19 R151 a wipe that a crash has cut short is finished at the next start, which says so; another account keeps its own', async () => {
    const { engine, databases, start } = await withDraft();
    await signIn(engine, '+2');
    await engine.calls.saveDraft({ conversationId: 'c1', text: 'of another account' });
    await engine.close();
    const device = openDeviceDb(databases);
    closing.push(device);
    // The state left when the process dies right after its first step.
    await device.accounts.where({ key: 'phone:+1' }).modify({ wiping: 1 });
    const next = await start();
    const wiped: string[] = [];
    next.events$.subscribe((event) => {
      if (event.type === 'accountWiped') wiped.push(event.identifier);
    });
    await eventually('the rest of it', () => wiped.length > 0);
    expect([wiped, (await device.accounts.toArray()).map(({ key }) => key)]).toEqual([['1'], ['phone:+2']]);
    expect((await databases.indexedDB!.databases()).map(({ name }) => name).sort()).toEqual(['amber', 'amber-2']);
    expect(await read('2', databases).drafts.count()).toBe(1);
  });

  it('R173 works without a network, and the next start finds nobody', async () => {
    const { gateway, engine, start } = await withDraft();
    gateway.goOffline();
    await engine.calls.signOut({ wipe: false });
    expect(engine.state$.value).toMatchObject({ session: null, ended: false });
    await engine.close();
    expect((await start()).state$.value.session).toBeNull();
  });

  it('R43 the gateway may end the session of this device', async () => {
    const { gateway, engine } = await withDraft();
    await eventually('the connection', () => engine.state$.value.connection.status === 'open');
    gateway.socket().push('pushNotify', { type: 'signedOut' });
    await eventually('the end of the session', () => engine.state$.value.session === null);
  });
});

it('R52 a page may make any call of the gateway, and no other', async () => {
  const { gateway, start } = browser();
  const engine = await start();
  gateway.faults.refuse.set('user.logOut', () => new Fault('NO_AUTH'));
  expect(await codeOf(engine.calls.api({ call: 'user.logOut', request: {} }))).toBe('NO_AUTH');
  expect(await codeOf(engine.calls.api({ call: 'constructor', request: {} }))).toBe('BAD_REQUEST');
  await settle();
});

describe('R150 R152 what may happen to the databases', () => {
  /** What a newer build would open. */
  function newer(databases: DatabasePorts): AccountDb {
    const schema = Object.fromEntries(
      openAccountDb('1', databases).tables.map(({ name, schema: { primKey, indexes } }) => [
        name,
        [primKey, ...indexes].map(({ src }) => src).join(', '),
      ]),
    );
    const db = new Dexie('amber-1', databases) as AccountDb;
    db.version(13).stores(schema);
    db.version(14).stores({ ...schema, drafts: 'conversationId, savedAt' });
    closing.push(db);
    return db;
  }

  it('R150 an engine makes way for a newer version, and says that it is outdated', async () => {
    const { start, databases } = browser();
    const engine = await start();
    await signIn(engine, '+1');
    await engine.calls.saveDraft({ conversationId: 'c1', text: 'kept' });
    const db = newer(databases);
    expect(await db.drafts.get('c1')).toMatchObject({ text: 'kept' });
    await engine.outdated;
  });

  it('R150 an older engine leaves a newer database alone: nothing is written, nothing lost, and it says so', async () => {
    const { start, databases, gateway } = browser();
    const first = await start();
    await signIn(first, '+1');
    await first.calls.saveDraft({ conversationId: 'c1', text: 'kept' });
    await first.close();
    await newer(databases).drafts.update('c1', { text: 'newer' });
    const sockets = gateway.sockets.length;
    const engine = await start();
    expect([engine.state$.value.storage, engine.state$.value.session?.identifier]).toEqual(['newer', '1']);
    expect(await codeOf(engine.calls.saveDraft({ conversationId: 'c1', text: 'lost' }))).toBe('STORAGE');
    expect(gateway.sockets).toHaveLength(sockets);
    expect((await read('1', databases).drafts.get('c1'))?.text).toBe('newer');
  });

  it('R150 a tab that holds an older version open is spoken of until it is closed', async () => {
    const { start, databases } = browser();
    const older = await new Promise<IDBDatabase>((resolve) => {
      const opening = databases.indexedDB!.open('amber-1', 10);
      opening.onsuccess = () => resolve(opening.result);
    });
    const engine = await start();
    const signing = signIn(engine, '+1');
    await eventually('the word', () => engine.state$.value.storage === 'blocked');
    older.close();
    await signing;
    await eventually('the end of it', () => engine.state$.value.storage === null);
  });

  it('R152 what the browser has thrown away is noticed; what the user wiped is not', async () => {
    const { start, databases, gateway } = browser();
    const first = await start();
    await signIn(first, '+1');
    expect(first.state$.value.storage ?? null).toBeNull();
    await first.close();
    await read('1', databases).delete();
    const second = await start();
    expect(second.state$.value.storage).toBe('evicted');
    await eventually(
      'the chats again',
      async () => (await read('1', databases).conversations.count()) === gateway.chats.size,
    );
    await second.calls.signOut({ wipe: true });
    await signIn(second, '+1');
    expect(second.state$.value.storage).toBeNull();
  });

  it('R152 the browser is asked to keep what is stored once, after the first message', async () => {
    const { start } = browser();
    const engine = await start();
    const asked: string[] = [];
    const listen = (one: Engine) =>
      one.events$.subscribe(({ type }) => {
        if (type === 'persistStorage') asked.push(type);
      });
    listen(engine);
    await signIn(engine, '+1');
    const send = async (one: Engine, id: string) => {
      await eventually('the chat', () =>
        one.calls.send({ id, conversationId: 'c1', type: 'text', body: { text: id } }).then(() => true),
      );
      await one.calls.retry({ id });
    };
    await eventually('the connection', () => engine.state$.value.connection.status === 'open');
    await settle();
    expect(asked).toEqual([]);
    await send(engine, 'm1');
    await send(engine, 'm2');
    await eventually('the question', () => asked.length === 1);
    await engine.close();
    const again = await start();
    listen(again);
    await eventually('the connection', () => again.state$.value.connection.status === 'open');
    await send(again, 'm3');
    await settle();
    await settle();
    expect(asked).toHaveLength(1);
  });
});
