// Copies, keys and devices: Alice's engine against a gateway controlled by the test.
import { arrivedPlain, openAccountDb } from '@amber/client/db';
import type { Content, Device } from '@amber/proto';
import { readBody, readFile, readSystem } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import { afterEach, describe, expect, it } from 'vitest';
import { newContent } from '../rows/newContent.ts';
import type { DistributedBundle } from '../keys/keys.ts';
import { addressOf } from '../keys/tables.ts';
import { newDevice, TestClock, type TestDevice } from './testing/device.ts';
import { createKeyServer } from './testing/keyServer.ts';
import { loadSealer } from './encryption.ts';
import { eventually, settle } from '../testing/clock.ts';
import { createFakeGateway } from '../testing/fakeGateway.ts';
import { newDatabases, startAlice } from '../testing/startAlice.ts';
import { alice, closeWorlds, json, started, world } from './testing/world.ts';

afterEach(closeWorlds);

/** A bundle of this device under another key. */
async function otherKey(device: Device): Promise<DistributedBundle> {
  const server = createKeyServer();
  await newDevice(device.identifier, device.deviceId, { server, clock: new TestClock(), preKeys: 3 });
  const { preKeyBundle } = await server.apiOf(device).distributePreKey({ list: [device.identifier] });
  return preKeyBundle[0]!;
}

const isOf = (device: Device) => (bundle: Device) => addressOf(bundle) === addressOf(device);

describe('a sealed chat', () => {
  it('R73 R74 R77 one sealed copy for each device of the other and each other one of mine; the words are nowhere on the way', async () => {
    const here = await world({ devices: 2, own: 1 });
    const { bobs, mine, sent, read, requestsJson: said } = here;
    const row = await here.sendText('the first secret');
    expect(row).toMatchObject({ error: '', content: { encrypted: true } });
    expect(row.plainCopies).toBeUndefined();
    const copies = sent().at(-1)!.content;
    expect(copies.map(({ to, encrypted }) => [to!.deviceId, encrypted]).sort()).toEqual([
      ['a2', true],
      ['b1', true],
      ['b2', true],
    ]);
    for (const { message } of copies) expect(message).toMatch(/^03/);
    for (const device of [...bobs, ...mine]) expect(await read(device)).toBe('the first secret');
    expect(said()).not.toContain('the first secret');
  });

  it('R73 with encryption off it is open, and says so', async () => {
    const here = await world();
    const { sent } = here;
    await here.setSealing(false);
    expect((await here.sendText('for all to read')).content.encrypted).toBe(false);
    expect(sent().at(-1)!.content).toMatchObject([
      { to: null, encrypted: false, message: json({ text: 'for all to read' }) },
    ]);
  });

  it('R73 R197 whoever switches it off or on seals that word, and the gateway is told nothing', async () => {
    const here = await world();
    const { one, bob, sent, gateway, read } = here;
    await here.setSealing(false);
    expect(sent().at(-1)!.content).toMatchObject([{ cmdId: 'encrypt', encrypted: true }]);
    expect((await one.chat()).sealing).toEqual({ number: 1, on: false });
    await here.setSealing(true);
    expect(sent().at(-1)!.content).toMatchObject([{ cmdId: 'encrypt', encrypted: true }]);
    expect((await one.chat()).sealing).toEqual({ number: 2, on: true });
    expect(gateway.requests('conversation.setUserSetting')).toEqual([]);
    await here.sendText('sealed again');
    expect(await read(bob)).toBe('sealed again');
  });

  it('R84 R86 what arrives is opened and stored at once, also after a crash between the two', async () => {
    const here = await world();
    const { one, bob } = here;
    const id = await here.text(bob, 'hello');
    expect(await one.message(id)).toMatchObject({
      content: { message: json({ text: 'hello' }), encrypted: true },
      unread: 1,
    });
    const put = one.db.cursors.put.bind(one.db.cursors);
    let crashes = 1;
    one.db.cursors.put = ((...all: Parameters<typeof put>) => {
      if (crashes-- > 0) throw new Error('the process dies');
      return put(...all);
    }) as typeof put;
    const {
      copies: [copy],
    } = await bob.sealAll(newContent({ id: 'second', type: 'text', message: json({ text: 'once more' }) }), [alice]);
    const row = here.gateway.addContent('c1', { ...copy!, id: 'second', by: bob.me });
    row.copy = 'queued';
    here.gateway.socket().push('pushChatMessage', row);
    await settle();
    await here.gateway.socket().drop();
    await here.until('the second message', () => one.db.messages.get('second'));
    expect(await one.message('second')).toMatchObject({ content: { message: json({ text: 'once more' }) } });
    expect((await one.message('second')).unreadable).toBeUndefined();
  });
});

describe('R86 a row that comes twice', () => {
  it('R86 is opened once: the second time says nothing of keys', async () => {
    const { one, bob, gateway, text } = await world();
    const id = await text(bob, 'hello');
    const row = gateway.chats.get('c1')!.rows.find((found) => found.id === id)!;
    gateway.socket().push('pushChatMessage', row);
    await text(bob, 'and on');
    expect(one.events.filter(({ type }) => type === 'log')).toEqual([]);
    expect(await one.texts()).toEqual(['hello', 'and on']);
  });
});

describe('T18 R75 R76 a copy that cannot be sealed', () => {
  /** Faults of one of Bob's devices, all of which have been written to before. */
  const kinds = {
    'has no bundle': {
      attack: '',
      tamper: (target: Device) => (bundle: DistributedBundle) => (isOf(target)(bundle) ? undefined : bundle),
    },
    'has a bundle without a key': {
      attack: '',
      tamper: (target: Device) => (bundle: DistributedBundle) =>
        isOf(target)(bundle) ? { ...bundle, identityKey: new Uint8Array(32) } : bundle,
    },
    'has a signature of the wrong length': {
      attack: '',
      tamper: (target: Device) => (bundle: DistributedBundle) =>
        isOf(target)(bundle) ? { ...bundle, signedPreKeySignature: new Uint8Array(3) } : bundle,
    },
    'has a bundle signed by nobody': {
      attack: 'bad_signature',
      tamper: (target: Device) => (bundle: DistributedBundle) =>
        isOf(target)(bundle) ? { ...bundle, signedPreKeySignature: new Uint8Array(64) } : bundle,
    },
    'shows another key, of a person who is verified': {
      attack: 'untrusted_identity',
      tamper: (target: Device, other: DistributedBundle) => (bundle: DistributedBundle) =>
        isOf(target)(bundle) ? other : bundle,
    },
  } as const;

  const cases = Object.keys(kinds).flatMap((kind) =>
    (['always', 'ask', 'never'] as const).flatMap((rule) => [1, 2].map((devices) => [kind, rule, devices] as const)),
  );

  it.each(cases)('R75 R76 T18 one that %s: %s, of %i devices', async (kind, rule, devices) => {
    const { attack, tamper } = kinds[kind as keyof typeof kinds];
    const here = await world({ devices });
    const { one, bobs, sent, requestsJson: said, server, lines } = here;
    await one.changeSetting({ conversationId: 'c1', setting: { unencrypted: rule } });
    await here.sendText('hello');
    const target = bobs.at(-1)!.me;
    if (attack === 'untrusted_identity')
      await one.verifyPerson({
        identifier: 'bob',
        safetyNumber: (await one.security({ conversationId: 'c1' })).number,
      });
    await one.db.sessions.delete(addressOf(target));
    server.tamper = tamper(target, await otherKey(target));
    const before = sent().length;
    const row = await here.sendText('the secret');

    const marks = [{ ...target, reason: 'no_session' }];
    // Beside a device that is as it should be, a wrongly signed one is left out, and the message says so.
    if (attack === 'bad_signature' && devices > 1) {
      expect(row).toMatchObject({ error: '', leftOut: [{ ...target, reason: 'bad_signature' }] });
      const copies = sent().at(-1)!.content;
      expect(copies.map(({ to, message }) => [to!.deviceId, message !== '']).sort()).toEqual([
        ['b1', true],
        ['b2', false],
      ]);
    } else if (attack) {
      expect([row.error, row.fault, sent().length]).toEqual(['error', attack, before]);
    } else {
      // Words were sealed with Bob before, so nothing goes plain automatically, whatever the gateway's setting.
      expect([row.error, row.fault, sent().length]).toEqual([
        'error',
        rule === 'never' ? 'UNENCRYPTED_NEVER' : 'UNENCRYPTED_ASK',
        before,
      ]);
      expect(row.unsealed).toEqual(marks);
    }
    expect(said()).not.toContain('the secret');
    if (attack) return;
    if (rule !== 'never') {
      await one.sendUnencrypted({ id: row.id });
      await here.until('it to be sent', async () => !(await one.message(row.id)).loading);
      expect(await one.message(row.id)).toMatchObject({ error: '', plainCopies: marks });
      const copies = sent().at(-1)!.content;
      expect(copies.map(({ encrypted }) => encrypted).sort()).toEqual([
        false,
        ...Array<boolean>(devices - 1).fill(true),
      ]);
      expect(copies.find(({ encrypted }) => !encrypted)!.to).toEqual(target);
      expect((await lines()).map(({ cmdId }) => cmdId)).toEqual(['plainSent']);
      return;
    }
    // 'Never': held until the device can be sealed for.
    server.tamper = (bundle) => bundle;
    await one.retry({ id: row.id });
    await here.until('it to be sent', async () => !(await one.message(row.id)).loading);
    expect(await one.message(row.id)).toMatchObject({ error: '' });
    expect((await one.message(row.id)).plainCopies).toBeUndefined();
    expect(said()).not.toContain('the secret');
  });

  it.each(['always', 'ask', 'never'] as const)(
    'R75 R76 the first words to a person without keys, with %s',
    async (rule) => {
      const here = await world();
      const { one, bob, server, requestsJson: said } = here;
      await one.changeSetting({ conversationId: 'c1', setting: { unencrypted: rule } });
      server.tamper = () => undefined;
      const row = await here.sendText('the first words');
      const marks = [{ ...bob.me, reason: 'no_session' }];
      if (rule === 'always') expect(row).toMatchObject({ error: '', plainCopies: marks });
      else expect(row).toMatchObject({ error: 'error', unsealed: marks });
      expect(said().includes('the first words')).toBe(rule === 'always');
    },
  );

  it('R76 with whom nothing was sealed yet the chat goes before the account; after that it asks, unless it is Never', async () => {
    const here = await world();
    const { one } = here;
    const rule = async () => (await one.security({ conversationId: 'c1' })).unencrypted;
    expect(await rule()).toBe('always');
    // What the gateway has may still arrive after it.
    await here.until('the rule of the account', async () => {
      await one.savePrivacy({ unencrypted: 'ask', hideReadState: false });
      return (await rule()) === 'ask';
    });
    await one.changeSetting({ conversationId: 'c1', setting: { unencrypted: 'always' } });
    expect(await rule()).toBe('always');
    await here.sendText('hello');
    expect(await rule()).toBe('ask');
    await one.changeSetting({ conversationId: 'c1', setting: { unencrypted: 'never' } });
    expect(await rule()).toBe('never');
  });

  it('R75 a device that never had keys beside one that has gets a copy without words; edits and reactions are never plain', async () => {
    const here = await world({ own: 1 });
    const { one, bob, sent, requestsJson: said, server } = here;
    const ghost = { identifier: 'bob', deviceId: 'b9' };
    here.gateway.setDevices([bob.me, ghost, here.mine[0]!.me]);
    const row = await here.sendText('not for ghosts');
    expect(
      sent()
        .at(-1)!
        .content.map(({ to, message, encrypted }) => [to!.deviceId, encrypted, message === '']),
    ).toEqual(
      expect.arrayContaining([
        ['b9', false, true],
        ['b1', true, false],
        ['a2', true, false],
      ]),
    );
    expect(row.plainCopies).toBeUndefined();
    await one.db.sessions.delete('bob:b1');
    server.tamper = () => undefined;
    await one.command({
      id: 'e'.repeat(24),
      conversationId: 'c1',
      cmdId: 'edit',
      targets: [row.id],
      body: { text: 'the edited secret' },
    });
    await here.until('the edit to be sent', async () => (await one.db.outbox.count()) === 0);
    expect(
      sent()
        .at(-1)!
        .content.find(({ to }) => to!.deviceId === 'b1'),
    ).toMatchObject({ cmdId: 'edit', message: '', encrypted: false });
    expect(said()).not.toContain('not for ghosts');
    expect(said()).not.toContain('the edited secret');
  });
});

describe('P5 C19 R84 what cannot be opened', () => {
  const broken = (copy: Content): Content => ({ ...copy, message: copy.message.replace(/....$/, 'AAAA') });

  it('P5 R84 it stands in its place with its reason, counts as unread, and is asked for once an hour: many at once, also by a device that stays connected', async () => {
    const here = await world();
    const { one, bob, sent } = here;
    await here.text(bob, 'hello');
    const ids = [await here.text(bob, 'lost', broken), await here.text(bob, 'lost too', broken)];
    expect(await one.message(ids[0]!)).toMatchObject({ unreadable: 'bad_mac', unread: 1, seq: 2 });
    expect((await one.chat()).unread).toBe(3);
    const asked = () => sent().filter(({ content }) => content[0]!.cmdId === 'resendRequest');
    await here.until('the request', () => asked().length > 0);
    expect(asked().map(({ content }) => content[0]!.targets)).toEqual([ids]);
    expect(asked()[0]!.content[0]!.encrypted).toBe(true);
    const third = await here.text(bob, 'lost again', broken);
    await here.clock.advance(limits.sessionRepairEvery / 2);
    expect(asked()).toHaveLength(1);
    expect(await one.askAgain({ id: ids[0]! })).toBe(false);
    await here.clock.advance(limits.sessionRepairEvery);
    await here.until('the second request', () => asked().length === 2);
    expect(asked()[1]!.content[0]!.targets).toEqual([...ids, third]);
    // After a day it is left to a person, and to the next connection.
    await here.clock.advance(24 * limits.sessionRepairEvery);
    const count = asked().length;
    await here.clock.advance(2 * limits.sessionRepairEvery);
    expect(asked()).toHaveLength(count);
    expect(await one.askAgain({ id: ids[0]! })).toBe(true);
  });

  it('P5 a message that is sealed once more fills the row in its old place; from anybody but its author it does not', async () => {
    const here = await world();
    const { one, bob, make } = here;
    const id = await here.text(bob, 'lost', broken);
    const after = await here.text(bob, 'later');
    const again = {
      cmdId: 'resend',
      type: 'resend',
      targets: [id],
      message: json({ type: 'text', message: json({ text: 'found' }) }),
    };
    const carol = await make('carol', 'c1');
    await here.receive(carol, again);
    await here.receive(bob, again, (copy) => ({ ...copy, encrypted: false, message: again.message }));
    expect((await one.message(id)).unreadable).toBe('bad_mac');
    await here.receive(bob, again);
    const row = await one.message(id);
    expect([
      row.unreadable,
      row.content.message,
      row.content.encrypted,
      row.order < (await one.message(after)).order,
    ]).toEqual([undefined, json({ text: 'found' }), true, true]);
    expect(await one.search({ text: 'found' })).toMatchObject([{ id }]);
  });

  it('P5 R92 a file that could not be opened is sealed once more like words, with the key to it', async () => {
    const here = await world();
    const { one, bob } = here;
    const body = {
      file: { key: 'k', uri: 'https://store.test/chat/x', digest: 'd', preview: '' },
      name: 'cat.png',
      size: 3,
      mime: 'image/png',
    };
    const id = await here.receive(bob, { type: 'image', message: json(body) }, broken);
    expect((await one.message(id)).unreadable).toBe('bad_mac');
    await here.receive(bob, {
      cmdId: 'resend',
      type: 'resend',
      targets: [id],
      message: json({ type: 'image', message: json(body) }),
    });
    const row = await one.message(id);
    expect([row.unreadable, row.content.encrypted, readFile(row.content), (await one.chat()).previewKind]).toEqual([
      undefined,
      true,
      body,
      'image',
    ]);
  });

  it('P5 an edit and a reaction that could not be opened are asked for, and take effect when their author seals them once more', async () => {
    const here = await world();
    const { one, bob, make, sent } = here;
    const id = await here.text(bob, 'helo');
    const edit = await here.receive(
      bob,
      { cmdId: 'edit', type: 'edit', targets: [id], message: json({ text: 'hello' }) },
      broken,
    );
    const reaction = await here.receive(
      bob,
      { cmdId: 'reaction', type: 'reaction', targets: [id], message: json({ emoji: '👍', on: true }) },
      broken,
    );
    expect(await one.message(id)).not.toMatchObject({ edited: expect.anything(), reactions: expect.anything() });
    const asked = () => sent().filter(({ content }) => content[0]!.cmdId === 'resendRequest');
    await here.until('the request', () => asked().length > 0);
    expect(asked()[0]!.content[0]!.targets.toSorted()).toEqual([edit, reaction].toSorted());
    const again = (target: string, type: string, body: object) => ({
      cmdId: 'resend',
      type: 'resend',
      targets: [target],
      message: json({ type, message: json(body) }),
    });
    await here.receive(await make('carol', 'c1'), again(edit, 'edit', { text: 'forged' }));
    await here.receive(bob, again(edit, 'reaction', { emoji: '👎', on: true }));
    expect(await one.message(id)).not.toMatchObject({ edited: expect.anything() });
    await here.receive(bob, again(edit, 'edit', { text: 'hello' }));
    await here.receive(bob, again(reaction, 'reaction', { emoji: '👍', on: true }));
    expect(await one.message(id)).toMatchObject({
      edited: { message: json({ text: 'hello' }) },
      reactions: [{ emoji: '👍', by: ['bob'] }],
    });
    expect(await one.db.changes.where('lost').above('').count()).toBe(0);
  });

  it('P5 what is unreadable is asked for once more when the device starts again, an hour later; after a week it is not', async () => {
    const here = await world();
    const { one, bob, clock, gateway, sent } = here;
    const id = await here.text(bob, 'lost', broken);
    const asked = () => sent().filter(({ content }) => content[0]!.cmdId === 'resendRequest').length;
    await here.until('the request', () => asked() === 1);
    const again = async (after: number) => {
      const last = started.pop()!;
      await last.close();
      await clock.advance(after);
      started.push(await startAlice({ clock, gateway, databases: one.databases, loadSealer }));
      await here.clock.advance(5_000);
      await settle();
    };
    await again(limits.sessionRepairEvery / 2);
    expect(asked()).toBe(1);
    await again(limits.sessionRepairEvery);
    await here.until('the second request', () => asked() === 2);
    expect(sent().at(-1)!.content[0]!.targets).toEqual([id]);
    await again(limits.resendRequestWindow);
    expect(asked()).toBe(2);
  });

  it('P5 C12 who asks for an edit or a reaction gets it, sealed, as long as the message stands', async () => {
    const here = await world();
    const { one, bob, sent } = here;
    const mine = await here.sendText('helo');
    const gone = await here.sendText('taken back');
    const command = async (id: string, cmdId: 'edit' | 'reaction' | 'withdraw', target: string, body: object) => {
      await one.command({ id: id.repeat(24), conversationId: 'c1', cmdId, targets: [target], body: body as never });
      await here.until(cmdId, async () => (await one.db.outbox.count()) === 0);
      return id.repeat(24);
    };
    const ids = [
      await command('e', 'edit', mine.id, { text: 'hello' }),
      await command('r', 'reaction', mine.id, { emoji: '👍', on: true }),
      await command('f', 'edit', gone.id, { text: 'never mind' }),
    ];
    await command('w', 'withdraw', gone.id, {});
    await here.receive(bob, {
      cmdId: 'resendRequest',
      type: 'resendRequest',
      targets: ids,
      message: json({ deviceId: 'b1' }),
    });
    const resent = () => sent().filter(({ content }) => content[0]!.cmdId === 'resend');
    await here.until('the answers', () => resent().length === 2);
    const bodies = [];
    for (const {
      id,
      content: [copy],
    } of resent()) {
      const { content: opened } = await bob.read({ ...copy!, id, sender: alice, timestamp: here.clock.now() });
      bodies.push([copy!.targets, readBody(opened.message)]);
    }
    expect(bodies).toEqual([
      [[ids[0]], { type: 'edit', message: json({ text: 'hello' }), about: mine.id }],
      [[ids[1]], { type: 'reaction', message: json({ emoji: '👍', on: true }), about: mine.id }],
    ]);
  });

  it('P5 C12 who asks gets what this device has written, sealed, once an hour, and nothing else', async () => {
    const here = await world();
    const { one, bob, sent } = here;
    const [mine, taken] = [await here.sendText('mine'), await here.sendText('taken back')];
    await one.command({ id: 'w'.repeat(24), conversationId: 'c1', cmdId: 'withdraw', targets: [taken.id], body: {} });
    await here.until('the withdrawal', async () => (await one.db.outbox.count()) === 0);
    const theirs = await here.text(bob, 'theirs');
    const asks = () =>
      here.receive(bob, {
        cmdId: 'resendRequest',
        type: 'resendRequest',
        targets: [mine.id, taken.id, theirs],
        message: json({ deviceId: 'b1' }),
      });
    const resent = () => sent().filter(({ content }) => content[0]!.cmdId === 'resend');
    await asks();
    await here.until('the answer', () => resent().length > 0);
    expect(resent().map(({ content }) => content[0]!.targets)).toEqual([[mine.id]]);
    const { id, content } = resent()[0]!;
    const { content: opened } = await bob.read({ ...content[0]!, id, sender: alice, timestamp: here.clock.now() });
    expect(readBody(opened.message)).toEqual({ type: 'text', message: json({ text: 'mine' }) });
    await asks();
    await here.clock.advance(60_000);
    // The same id again is the same message to the gateway.
    expect(new Set(resent().map(({ id }) => id)).size).toBe(1);
  });

  it('C19 no copy for this device: sent before it was set up, or withheld', async () => {
    const here = await world();
    const { one, bob, clock, gateway } = here;
    const none = async (id: string, timestamp: number) => {
      const row = Object.assign(gateway.addContent('c1', { id, by: bob.me }), {
        copy: 'none',
        content: null,
        timestamp,
      });
      await one.pushRow(row);
      return (await one.message(id)).unreadable;
    };
    const { created } = (await one.db.identity.get('me')) as unknown as { created: number };
    expect(await none('early', created - 1)).toBe('sent_before_this_device');
    expect(await none('late', clock.now() + 1)).toBe('withheld');
    await here.receive(bob, { id: 'empty' }, (copy) => ({ ...copy, message: '', encrypted: false }));
    expect(await one.message('empty')).toMatchObject({ unreadable: 'withheld', unread: 1 });
  });
});

describe('T18 A4 a gateway that lies', () => {
  it('what it says in the clear is not taken for sealed, and encryption is not switched off by it', async () => {
    const here = await world();
    const { one, bob, gateway } = here;
    const chat = async () => (await one.chat()).userSetting!.encrypted;
    const open = await one.pushRow(
      gateway.addContent('c1', { type: 'text', message: json({ text: 'forged' }), encrypted: true }),
    );
    expect((await one.message(open.id)).content.encrypted).toBe(false);
    expect(arrivedPlain(await one.message(open.id), await one.chat(), 'alice')).toBe(true);
    const sealed = await here.text(bob, 'honest');
    expect(arrivedPlain(await one.message(sealed), await one.chat(), 'alice')).toBe(false);
    await one.pushRow(
      gateway.addContent('c1', { cmdId: 'encrypt', type: 'encrypt', message: json({ encrypted: false, number: 1 }) }),
    );
    expect(await chat()).toBe(true);
    gateway.chats.get('c1')!.wire.userSetting!.encrypted = false;
    gateway.socket().push('pushNotify', { type: 'conversationChanged' });
    await settle();
    await settle();
    expect(await chat()).toBe(true);
    await here.receive(bob, { cmdId: 'encrypt', type: 'encrypt', message: json({ encrypted: false, number: 1 }) });
    expect(await chat()).toBe(false);
  });

  it('R142 a call that the gateway offers, answers or ends in the name of Bob leaves no line and reaches no page', async () => {
    const here = await world();
    const { one, bob, gateway } = here;
    const offered = json({ secret: 's', sdp: 'v=0' });
    const answered = json({ callId: 'call', sdp: 'v=0' });
    const forged = await one.pushRow(
      gateway.addContent('c1', { cmdId: 'callOffer', type: 'callOffer', message: offered }),
    );
    await one.pushRow(gateway.addContent('c1', { cmdId: 'callAnswer', type: 'callAnswer', message: answered }));
    expect(await one.db.messages.get(forged.id)).toBeUndefined();
    const passedOn = () => one.events.filter((event) => event.type === 'command');
    expect(passedOn()).toEqual([]);

    const id = await here.receive(bob, { cmdId: 'callOffer', type: 'callOffer', message: offered });
    const line = async () => readSystem((await one.message(id)).content)!.body;
    expect(await line()).toEqual({ secret: 's', sdp: 'v=0' });
    const end = json({ callId: id, outcome: 'completed', duration: 5 });
    await one.pushRow(gateway.addContent('c1', { cmdId: 'callEnd', type: 'callEnd', message: end }));
    expect(await line()).toEqual({ secret: 's', sdp: 'v=0' });
    await here.receive(bob, { cmdId: 'callAnswer', type: 'callAnswer', message: answered });
    expect(passedOn()).toMatchObject([{ cmdId: 'callAnswer', identifier: 'bob', body: answered }]);
  });

  it('what comes unsealed in the name of a device of mine is not shown, and hands no history over', async () => {
    const here = await world({ own: 1 });
    const { one, mine, gateway } = here;
    const [tablet] = mine as [TestDevice];
    const id = await here.text(tablet, 'I never wrote this', (copy) => ({
      ...copy,
      encrypted: false,
      message: json({ text: 'I never wrote this' }),
    }));
    expect(await one.message(id)).toMatchObject({ unreadable: 'not_sealed' });
    gateway.addChat('own', { people: ['alice'] });
    one.reconnect();
    await here.until('the own chat', () => one.db.cursors.get('own'));
    const handed = {
      conversationId: 'c1',
      requestId: 'q',
      to: 'a1',
      last: true,
      messages: [
        { content: { id: 'made up', type: 'text', message: json({ text: 'made up' }) }, seq: 1, at: 1, changes: [] },
      ],
    };
    await one.pushRow(
      gateway.addContent('own', { by: tablet.me, cmdId: 'syncHistory', type: 'syncHistory', message: json(handed) }),
    );
    expect(await one.db.messages.get('made up')).toBeUndefined();
  });

  it('T7 R176 a swapped key of a verified person: a line, nothing to the new key, and it waits for consent; then it goes', async () => {
    const here = await world();
    const { one, bob, server, sent, requestsJson: said, lines } = here;
    await here.sendText('hello');
    const { number, state } = await one.security({ conversationId: 'c1' });
    expect([number, state]).toEqual([expect.stringMatching(/^\d{60}$/), 'unverified']);
    await one.verifyPerson({ identifier: 'bob', safetyNumber: number });
    await one.db.sessions.clear();
    const other = await otherKey(bob.me);
    server.tamper = (bundle) => (isOf(bob.me)(bundle) ? other : bundle);
    const before = sent().length;
    const row = await here.sendText('the secret');
    expect([row.fault, sent().length]).toEqual(['untrusted_identity', before]);
    expect(await lines()).toMatchObject([{ cmdId: 'keyChanged', actor: 'bob', body: { deviceId: 'b1', waits: true } }]);
    const changed = await one.security({ conversationId: 'c1' });
    expect(changed).toMatchObject({ state: 'changed', devices: [{ deviceId: 'b1', state: 'changed' }] });
    expect(changed.number).not.toBe(number);
    await expect(one.verifyPerson({ identifier: 'bob', safetyNumber: number })).rejects.toMatchObject({
      code: 'untrusted_identity',
    });
    await one.acceptKeys({ identifier: 'bob' });
    await here.until(
      'it to be sent',
      async () => !(await one.message(row.id)).loading && (await one.message(row.id)).error === '',
    );
    expect(sent().at(-1)!.content).toMatchObject([{ encrypted: true }]);
    expect(said()).not.toContain('the secret');
    expect((await one.security({ conversationId: 'c1' })).state).toBe('unverified');
  });

  it('T7 R176 a ghost device of a verified person waits for consent; of anybody else its line stands before the next message', async () => {
    const here = await world();
    const { one, bob, gateway, make, sent, lines } = here;
    await here.sendText('hello');
    const second = await make('bob', 'b2');
    gateway.setDevices([bob.me, second.me]);
    await here.clock.advance(1);
    const row = await here.sendText('to both');
    const line = (await one.db.messages.toArray()).find(({ content }) => content.type === 'system')!;
    expect([await lines(), line.order < row.order]).toMatchObject([
      [{ cmdId: 'newDevice', body: { deviceId: 'b2', waits: false } }],
      true,
    ]);
    await one.verifyPerson({ identifier: 'bob', safetyNumber: (await one.security({ conversationId: 'c1' })).number });
    const third = await make('bob', 'b3');
    gateway.setDevices([bob.me, second.me, third.me]);
    const before = sent().filter(({ content }) => content.some(({ to }) => to!.deviceId === 'b3')).length;
    expect((await here.sendText('wait')).fault).toBe('untrusted_identity');
    expect(sent().filter(({ content }) => content.some(({ to }) => to!.deviceId === 'b3'))).toHaveLength(before);
    expect((await one.security({ conversationId: 'c1' })).devices).toMatchObject([
      { deviceId: 'b1', state: 'verified' },
      { deviceId: 'b2', state: 'verified' },
      { deviceId: 'b3', state: 'new' },
    ]);
  });

  it('R85 what came under a changed key is opened when the key is taken', async () => {
    const here = await world();
    const { one, bob } = here;
    await here.text(bob, 'hello');
    const lost = await newDevice('bob', 'b1', { server: here.server, clock: new TestClock(), preKeys: 3 });
    const id = await here.text(lost, 'my browser lost its keys');
    expect((await one.message(id)).unreadable).toBe('untrusted_identity');
    await one.acceptKeys({ identifier: 'bob' });
    await here.until('it to be opened', async () => (await one.message(id)).unreadable === undefined);
    expect(await one.message(id)).toMatchObject({
      content: { message: json({ text: 'my browser lost its keys' }), encrypted: true },
    });
  });

  it('R176 devices from before approval count as approved, and are shown once', async () => {
    const here = await world({ own: 1 });
    const { one, mine } = here;
    // As the build before has left it.
    await one.db.identity.delete('standing');
    await one.db.identity.put({ key: 'met' });
    await one.db.pins.clear();
    await one.parts.maintenance.ownDevices.refresh();
    expect(one.devices.at(-1)).toMatchObject({ standing: 'approved', waiting: [], unseen: [{ deviceId: 'a2' }] });
    await here.sendText('to both');
    expect(await here.read(mine[0]!)).toBe('to both');
    await one.confirmDevices({});
    expect(one.devices.at(-1)).toMatchObject({ standing: 'approved', unseen: [] });
  });

  it('R176 a new device of mine waits for a press here, and gets nothing until then', async () => {
    const here = await world({ own: 1 });
    const { one, bob, mine, gateway, make } = here;
    await here.sendText('hello');
    const phone = await make('alice', 'a9');
    gateway.setDevices([bob.me, mine[0]!.me, phone.me], { unapproved: ['a9'] });
    await here.sendText('not for my new phone');
    expect(await here.opened(phone)).toMatchObject({ fault: { code: 'withheld' } });
    await here.notifyDevices('alice', [mine[0]!.me, { ...phone.me, unapproved: true }]);
    const waiting = () => one.devices.at(-1)!.waiting;
    await here.until('the new device', () => waiting().length === 1);
    expect(waiting()[0]).toMatchObject({ deviceId: 'a9', code: (await phone.ownKeys.own()).code });
    await expect(one.approveDevice({ deviceId: 'a9', code: '1'.repeat(20) })).rejects.toThrow('untrusted_identity');
    await one.approveDevice(waiting()[0]!);
    expect(waiting()).toEqual([]);
    await here.sendText('to my new phone too');
    expect(await here.read(phone)).toBe('to my new phone too');
    const { number } = await one.security({ conversationId: 'c1' });
    await one.signOutDevice({ deviceId: 'a9' });
    expect((await one.security({ conversationId: 'c1' })).number).not.toBe(number);
    await here.sendText('whatever the list says');
    expect(await here.opened(phone)).toMatchObject({ fault: { code: 'withheld' } });
  });

  it('R176 what a new device of mine says counts in every chat when it is approved, also after a crash; another one waits', async () => {
    const here = await world();
    const { one, gateway, make } = here;
    gateway.addChat('c2', { encrypted: true, people: ['alice', 'carol'] });
    one.reconnect();
    await here.until('the other chat', () => one.db.cursors.get('c2'));
    const [phone, thief] = [await make('alice', 'a8'), await make('alice', 'a9')];
    for (const { ownKeys: own } of [phone, thief])
      for (const { deviceId, code } of await own.listKnown(['a1'])) await own.approve(deviceId, code);
    const says = (device: typeof phone, chat: string) =>
      here.receive(device, { message: json({ text: `from ${device.me.deviceId}` }) }, undefined, {}, chat);
    here.envelopeFields = { conversationId: 'c2' };
    const inSecond = [await says(phone, 'c2'), await says(thief, 'c2')];
    here.envelopeFields = {};
    const inFirst = [await says(phone, 'c1'), await says(thief, 'c1')];
    const waits = async (ids: string[]) => Promise.all(ids.map(async (id) => (await one.message(id)).untrusted === 1));
    expect([await waits(inFirst), await waits(inSecond)]).toEqual([
      [true, true],
      [true, true],
    ]);
    let fails = true;
    one.db.messages.hook('updating', () => {
      if (fails) throw new Error('the process dies');
    });
    await (await one.parts.encryption.ownKeys()).approve('a8', (await phone.ownKeys.own()).code);
    await here.until('the failure', () => one.events.some(({ type }) => type === 'log'));
    expect(await waits(inFirst)).toEqual([true, true]);
    fails = false;
    one.reconnect();
    await here.until('it to count', async () => !(await waits(inSecond))[0] && !(await waits(inFirst))[0]);
    expect([await waits(inFirst), await waits(inSecond)]).toEqual([
      [false, true],
      [false, true],
    ]);
  });

  it("R176 what a new device of another person says counts when the gateway's list calls it approved", async () => {
    const here = await world();
    const { one, bob, gateway, make } = here;
    await here.text(bob, 'hello');
    const phone = await make('bob', 'b9');
    gateway.setDevices([bob.me, phone.me]);
    await here.notifyDevices('bob', [bob.me, { ...phone.me, unapproved: true }]);
    const id = await here.text(phone, 'from my phone');
    expect(await one.message(id)).toMatchObject({ untrusted: 1 });
    await here.notifyDevices('bob', [bob.me, phone.me]);
    await here.until('it to count', async () => (await one.message(id)).untrusted === undefined);
  });

  it('R176 one that waits says so as soon as it runs, also without a connection', async () => {
    const databases = newDatabases();
    const told = { standing: 'waiting', code: '', startsOverAt: 0, waiting: [], unseen: [] };
    const account = openAccountDb('alice', databases);
    await account.identity.put({ key: 'standing', isApproved: false, told } as { key: string });
    account.close();
    const gateway = createFakeGateway();
    gateway.faults.offline = true;
    const one = await startAlice({ databases, gateway });
    started.push(one);
    await eventually('the word', () => one.devices.length > 0);
    expect(one.devices).toEqual([told]);
  });

  it('R176 that the gateway calls this device approved is not enough while there is another one', async () => {
    const here = await world({ own: 1 });
    const { one, mine } = here;
    // A refresh of the start that is still in flight would write its state back.
    await one.parts.maintenance.ownDevices.refresh();
    // The other device approved this one before its first refresh.
    await one.db.identity.delete('standing');
    await one.db.pins.clear();
    await one.parts.maintenance.ownDevices.refresh();
    expect(one.devices.at(-1)).toMatchObject({ standing: 'waiting' });
    await one.parts.maintenance.ownDevices.applyDecisions('a2', {
      approved: [await mine[0]!.ownKeys.own(), await (await one.parts.encryption.ownKeys()).own()],
      removed: [],
    });
    expect(one.devices.at(-1)).toMatchObject({ standing: 'approved', waiting: [] });
    const [known] = await (await one.parts.encryption.ownKeys()).listKnown([]);
    expect(known).toMatchObject({ deviceId: 'a2', state: 'approved' });
  });
});
