// A sealed chat's meaning is decided by its devices: clear fields, open rows, switches, pins, resends, history.
import { arrivedPlain } from '@amber/client/db';
import type { Content, Device } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { afterEach, describe, expect, it } from 'vitest';
import { settle } from '../testing/clock.ts';
import { newContent } from '../rows/newContent.ts';
import { alice, closeWorlds, json, world } from './testing/world.ts';

afterEach(closeWorlds);

describe('R198 what comes in clear beside a seal', () => {
  /** Each is what a gateway may make of an honest row. */
  const lies: [string, Partial<Content>, Partial<{ id: string; by: Device }>][] = [
    ['another id', {}, { id: 'another' }],
    ['another type', { type: 'image' }, {}],
    ['a command that it was not', { type: 'edit', cmdId: 'edit', targets: ['first'] }, {}],
    ['a withdrawal that it was not', { type: 'withdraw', cmdId: 'withdraw', targets: ['first'] }, {}],
    ['a switch that it was not', { type: 'encrypt', cmdId: 'encrypt' }, {}],
  ];

  it.each(lies)('R198 %s: it stands as what does not match, and changes nothing', async (_, clear, row) => {
    const here = await world();
    const first = await here.text(here.bob, 'the first words');
    const before = await here.one.message(first);
    const id = await here.receive(
      here.bob,
      { message: json({ text: 'new words', encrypted: false, number: 1 }) },
      (copy) => ({
        ...copy,
        ...clear,
        ...(clear.targets && { targets: [first] }),
      }),
      row,
    );
    expect(await here.one.message(row.id ?? id)).toMatchObject({ unreadable: 'does_not_match' });
    expect(await here.one.message(first)).toEqual(before);
    expect((await here.one.chat()).sealing).toMatchObject({ on: true });
    expect(await here.one.db.changes.count()).toBe(0);
    // Honest use still works.
    const next = await here.text(here.bob, 'go on');
    expect(await here.one.message(next)).toMatchObject({ form: 1, content: { message: json({ text: 'go on' }) } });
  });

  it('R198 a sealed edit that points at another message, or comes in the name of another device, changes neither', async () => {
    const here = await world({ devices: 2 });
    const [one, two] = here.bobs as [typeof here.bob, typeof here.bob];
    const ids = [await here.text(one, 'mine'), await here.text(one, 'mine too')];
    await here.receive(
      one,
      { cmdId: 'edit', type: 'edit', targets: [ids[0]!], message: json({ text: 'changed' }) },
      (copy) => ({
        ...copy,
        targets: [ids[1]!],
      }),
    );
    await here.text(two, 'hello');
    for (const id of ids) expect((await here.one.message(id)).edited).toBeUndefined();
  });

  it('R198 the words of one chat, put into a group or under the id of another message, are not shown there', async () => {
    const here = await world();
    const { one, bob, gateway } = here;
    gateway.addChat('g1', { type: 'group' });
    one.reconnect();
    await here.until('the group', () => one.db.cursors.get('g1'));
    const first = await here.text(bob, 'the first words');
    const {
      copies: [copy],
    } = await bob.sealAll(
      { ...(await one.message(first)).content, id: 'moved', message: json({ text: 'for you alone' }) },
      [{ identifier: 'alice', deviceId: 'a1' }],
    );
    const row = gateway.addContent('g1', { ...copy!, id: 'moved', by: bob.me });
    row.copy = 'queued';
    await one.pushRow(row);
    expect(await one.message('moved')).toMatchObject({ unreadable: 'does_not_match', conversationId: 'g1' });
    // An id that another chat's message has: that one stays.
    await one.pushRow(gateway.addContent('g1', { id: first, type: 'text', message: json({ text: 'over it' }) }));
    expect(await one.message(first)).toMatchObject({ conversationId: 'c1', seq: 1 });
  });

  it('R198 what was written long before the gateway says so carries its own time', async () => {
    const here = await world();
    const late = here.clock.now() - limits.clockSkewShown - 60_000;
    const id = await here.receive(here.bob, { message: json({ text: 'held back' }), timestamp: late });
    expect(await here.one.message(id)).toMatchObject({ writtenAt: late });
    expect((await here.one.message(await here.text(here.bob, 'at once'))).writtenAt).toBeUndefined();
  });
});

describe('R199 what comes open into a sealed chat', () => {
  it.each(['bob', 'alice'])(
    'R199 in the name of %s it is shown as not encrypted, and changes nothing',
    async (identifier) => {
      const here = await world();
      const { one, bob, gateway } = here;
      const by = identifier === 'bob' ? bob.me : { identifier: 'alice', deviceId: 'a1' };
      const sealed = identifier === 'bob' ? await here.text(bob, 'sealed') : (await here.sendText('sealed')).id;
      const said = await one.pushRow(
        gateway.addContent('c1', { by, id: 'open', type: 'text', message: json({ text: 'forged' }) }),
      );
      expect(arrivedPlain(await one.message(said.id), await one.chat(), 'alice')).toBe(true);
      expect((await one.chat()).preview).not.toContain('forged');
      expect(await one.search({ text: 'forged' })).toEqual([]);
      const commands = [
        ['edit', { text: 'forged too' }],
        ['withdraw', {}],
        ['reaction', { emoji: '👎', on: true }],
        ['encrypt', { encrypted: false, number: 5 }],
        ['dismissGroup', {}],
        ['quitMember', {}],
      ] as const;
      for (const [cmdId, body] of commands) {
        const targets = ['edit', 'withdraw', 'reaction'].includes(cmdId) ? [sealed] : [];
        await one.pushRow(gateway.addContent('c1', { by, cmdId, type: cmdId, targets, message: json(body) }));
      }
      await settle();
      expect(await one.message(sealed)).not.toMatchObject({ edited: expect.anything() });
      expect(await one.message(sealed)).not.toMatchObject({ withdrawn: expect.anything() });
      expect((await one.message(sealed)).reactions).toBeUndefined();
      expect((await one.chat()).sealing).toEqual({ number: 0, on: true });
      expect(await here.lines()).toEqual([]);
      expect(here.one.events.filter(({ type }) => type === 'conversationLeft')).toEqual([]);
      // The words of a forged edit are shown as what they are.
      const shown = (await one.db.messages.toArray()).filter(({ aside }) => aside === 1);
      expect(shown.map(({ content }) => content.message).toSorted()).toEqual(
        [json({ text: 'forged too' }), json({ text: 'forged' })].toSorted(),
      );
    },
  );

  it('R199 a line that comes in a row, or a command in a notice, is none', async () => {
    const here = await world();
    const { one, gateway } = here;
    const id = await here.text(here.bob, 'sealed');
    const line = json({ type: 'custom', originMessage: { cmdId: 'keyChanged', actor: 'bob', targets: [], body: {} } });
    await one.pushRow(gateway.addContent('c1', { id: 'line', type: 'system', message: line }));
    expect(await here.lines()).toEqual([]);
    for (const cmdId of ['withdraw', 'dismissGroup', 'encrypt'])
      await one.pushNotice(
        gateway.notice({
          type: 'command',
          cmdId,
          conversationId: 'c1',
          identifier: 'bob',
          body: json({ encrypted: false }),
        }),
      );
    expect((await one.message(id)).withdrawn).toBeUndefined();
    expect((await one.chat()).sealing).toMatchObject({ on: true });
    expect(one.events.filter(({ type }) => type === 'conversationLeft')).toEqual([]);
  });

  it('R199 a withdrawal that does not open does nothing until its device seals it once more', async () => {
    const here = await world();
    const { one, bob } = here;
    const id = await here.text(bob, 'taken back later');
    const broken = (copy: Content) => ({ ...copy, message: copy.message.replace(/....$/, 'AAAA') });
    const withdrawal = await here.receive(
      bob,
      { cmdId: 'withdraw', type: 'withdraw', targets: [id], message: '{}' },
      broken,
    );
    expect((await one.message(id)).withdrawn).toBeUndefined();
    const again = {
      cmdId: 'resend',
      type: 'resend',
      targets: [withdrawal],
      message: json({ type: 'withdraw', message: '{}' }),
    };
    await here.receive(bob, again);
    expect((await one.message(id)).withdrawn).toMatchObject({ by: 'bob' });
  });

  it("R199 that it was read is shown only when the other has sealed it, and not where one's own reading is hidden", async () => {
    const here = await world();
    const { one, bob, gateway } = here;
    const mine = await here.sendText('have you seen this?');
    gateway.socket().push('pushNotify', { type: 'peerRead', conversationId: 'c1', seq: mine.seq });
    await settle();
    expect((await one.chat()).peerReadSeq).toBe(0);
    await here.text(bob, 'yes', undefined, { read: mine.id });
    expect((await one.chat()).peerReadSeq).toBe(mine.seq);
    const theirs = (await one.db.messages.toArray()).find(({ content }) => content.sender?.identifier === 'bob')!;
    await one.markRead('c1', theirs.seq);
    const told = async () => {
      await here.sendText('and again');
      return (await here.opened(bob)).envelope;
    };
    expect(await told()).toMatchObject({ seen: theirs.id, read: theirs.id, before: [mine.id] });
    await one.savePrivacy({ unencrypted: 'unset', hideReadState: true });
    expect(await told()).toMatchObject({ seen: '', read: '' });
    // Until the setting is known, nothing is sent either.
    await one.savePrivacy({ unencrypted: 'unset', hideReadState: false });
    expect(await told()).toMatchObject({ read: theirs.id });
    await one.db.identity.delete('readState');
    expect(await told()).toMatchObject({ seen: '', read: '' });
  });

  it("R199 'Read' that names the author's own message, or one of another chat, marks nothing", async () => {
    const here = await world();
    const { one, bob } = here;
    const mine = await here.sendText('hello');
    const elsewhere = { ...mine, id: 'e'.repeat(24), conversationId: 'c2', seq: 90, order: 90 };
    await one.db.messages.put(elsewhere);
    const theirs = await here.text(bob, 'hi');
    for (const read of [theirs, elsewhere.id, 'n'.repeat(24)]) await here.text(bob, 'later', undefined, { read });
    expect((await one.chat()).peerReadSeq).toBe(0);
    await here.text(bob, 'and now', undefined, { read: mine.id });
    expect((await one.chat()).peerReadSeq).toBe(mine.seq);
  });

  it('R58 R199 an edit of what is not here, or of the older form, stands as words of its own', async () => {
    const here = await world();
    const { one, bob } = here;
    const id = await here.receive(bob, {
      cmdId: 'edit',
      type: 'edit',
      targets: ['x'.repeat(24)],
      message: json({ text: 'better words' }),
    });
    expect(await one.message(id)).toMatchObject({
      editOf: 'x'.repeat(24),
      content: { type: 'text', message: json({ text: 'better words' }), encrypted: true },
      unread: 1,
    });
  });
});

describe('R202 what was withdrawn', () => {
  it('R202 is not sent again, not even to the device that it was sealed for and that asks its author', async () => {
    const here = await world();
    const { one, bob } = here;
    const [kept, withdrawn] = [await here.sendText('kept'), await here.sendText('withdrawn canary')];
    await one.command({
      id: 'w'.repeat(24),
      conversationId: 'c1',
      cmdId: 'withdraw',
      targets: [withdrawn.id],
      body: {},
    });
    await here.until('the withdrawal', async () => (await one.db.outbox.count()) === 0);
    const resends = () => here.sent().filter(({ content }) => content[0]?.cmdId === 'resend');
    const answerTo = async (id: string) => {
      const before = resends().length;
      await here.receive(bob, {
        cmdId: 'resendRequest',
        type: 'resendRequest',
        targets: [id],
        message: json({ deviceId: 'b1', of: 'a1' }),
      });
      await here.until('the answer', () => resends().length > before);
      return JSON.parse((await here.opened(bob)).content.message) as object;
    };
    expect(await answerTo(kept.id)).toEqual({ type: 'text', message: json({ text: 'kept' }) });
    expect(await answerTo(withdrawn.id)).toEqual({ type: '' });
  });
});

describe('R174 R199 what was deleted on this device', () => {
  it('R174 R199 does not come back as words of its own when its author edits it, in either form', async () => {
    const here = await world();
    const { one, bob } = here;
    const first = await here.text(bob, 'delete me');
    await one.forget({ conversationId: 'c1', ids: [first] });
    const edit = { cmdId: 'edit', type: 'edit', targets: [first], message: json({ text: 'better words' }) };
    // An edit of a message that is not here for another reason is shown.
    await here.receive(bob, { ...edit, targets: ['x'.repeat(24)], message: json({ text: 'elsewhere' }) });
    await here.receive(bob, edit);
    // Nor is it requested as a missing one, even when it is no longer among the last ones that were received.
    await one.db.conversations.update('c1', { had: {} });
    await here.text(bob, 'another', undefined, { before: [{ id: first, at: here.clock.now(), to: ['alice:a1'] }] });
    await here.receiveOlderForm(bob, edit);
    expect(await one.texts()).toEqual(['elsewhere', 'another']);
    expect(await one.db.identity.where('key').startsWith('missing:').count()).toBe(0);
  });
});

describe('R199 an edit whose copy is gone', () => {
  it('R199 an edit that was taken back with its message while this device was away leaves no empty message', async () => {
    const here = await world();
    const { one, gateway, bob } = here;
    const first = await here.text(bob, 'the first words');
    const edit = { type: 'edit', cmdId: 'edit', targets: [first], id: 'y'.repeat(24), by: bob.me };
    const row = gateway.addContent('c1', edit);
    row.copy = 'acked';
    await here.sendText('hello');
    expect(await one.db.messages.get(edit.id)).toBeUndefined();
    expect(await one.message(first)).toMatchObject({ content: { message: json({ text: 'the first words' }) } });
  });
});

describe('R197 what is fixed on the device', () => {
  it('R197 a row of the gateway changes neither the kind of a private chat, nor its people, nor its sealing, nor takes it away', async () => {
    const here = await world();
    const { one, gateway } = here;
    const { wire } = gateway.chats.get('c1')!;
    const id = (await here.sendText('hello')).id;
    Object.assign(wire, {
      type: 'group',
      userSetting: null,
      userInfo: [...wire.userInfo, { identifier: 'carol', avatar: '', lastName: 'Carol' }],
      spaceId: 's1',
    });
    gateway.chats.get('c1')!.joinedSeq = 99;
    gateway.socket().push('pushNotify', { type: 'conversationChanged' });
    await settle();
    await one.pushNotice(
      gateway.notice({
        type: 'spaceChange',
        identifier: 'bob',
        body: json({ op: 'DELETE_ROOM', spaceId: 's1', conversationId: 'c1' }),
      }),
    );
    await one.pushNotice(
      gateway.notice({ type: 'spaceChange', identifier: 'bob', body: json({ op: 'DISSOLVE', spaceId: 's1' }) }),
    );
    expect(await one.chat()).toMatchObject({
      type: 'private',
      sealing: { on: true },
      userSetting: { encrypted: true },
    });
    expect((await one.chat()).userInfo.map(({ identifier }) => identifier)).toEqual(['alice', 'bob']);
    expect(await one.db.messages.get(id)).toBeDefined();
    await here.sendText('still sealed');
    expect(here.requestsJson()).not.toContain('still sealed');
  });

  it('R197 nothing is sealed for a third person whose devices the gateway counts in; the message goes all the same', async () => {
    const here = await world();
    const { bob, gateway, make, sent } = here;
    const carol = await make('carol', 'c1');
    gateway.setDevices([bob.me, carol.me]);
    const row = await here.sendText('for Bob');
    expect(row.error).toBe('');
    const copies = sent().at(-1)!.content;
    expect(copies.map(({ to, message }) => [to!.identifier, message === '']).toSorted()).toEqual([
      ['bob', false],
      ['carol', true],
    ]);
    expect(await here.read(bob)).toBe('for Bob');
  });

  it('R197 a private chat of three is none, and what Write to Bob opens is private and with Bob', async () => {
    const here = await world();
    const { one, gateway } = here;
    gateway.addChat('three', { people: ['alice', 'bob', 'carol'] });
    gateway.socket().push('pushNotify', { type: 'conversationChanged' });
    await settle();
    expect(await one.db.conversations.get('three')).toBeUndefined();
    for (const people of [
      ['alice', 'carol'],
      ['alice', 'bob', 'carol'],
    ]) {
      gateway.answer('conversation.create', () => ({
        conversation: gateway.addChat(`with ${people.join()}`, { people }).wire,
      }));
      await expect(one.openPrivateChat('bob')).rejects.toMatchObject({ code: 'UNKNOWN' });
    }
    gateway.answer('conversation.create', () => ({ conversation: gateway.addChat('a group', { type: 'group' }).wire }));
    await expect(one.openPrivateChat('bob')).rejects.toMatchObject({ code: 'UNKNOWN' });
  });

  it('R73 R197 a chat that is new here begins sealed, whatever the gateway says of it', async () => {
    const here = await world();
    const { one, gateway } = here;
    one.db.conversations.hook('creating').unsubscribe(one.db.conversations.hook('creating').subscribers?.[0] as never);
    gateway.addChat('fresh', { people: ['alice', 'dora'], encrypted: true }).wire.userSetting = null;
    gateway.socket().push('pushNotify', { type: 'conversationChanged' });
    await here.until('the chat', () => one.db.conversations.get('fresh'));
    expect(await one.chat('fresh')).toMatchObject({ sealing: { number: 0, on: true } });
  });

  const switches = (number: unknown, encrypted: boolean) => ({
    cmdId: 'encrypt',
    type: 'encrypt',
    message: json({ encrypted, number }),
  });

  it('R197 R46 a switch that the gateway has placed behind rows that are not here takes effect when they are', async () => {
    const here = await world();
    const { one, bob, gateway } = here;
    await here.text(bob, 'the first words');
    const {
      copies: [copy],
    } = await bob.sealAll({ ...(await one.message(await here.text(bob, 'more'))).content, id: 'unheard' }, [alice]);
    gateway.addContent('c1', { ...copy!, id: 'unheard', by: bob.me }).copy = 'queued';
    const before = await one.db.messages.count();
    await here.setSealing(false);
    expect((await one.message('unheard')).unreadable).toBeUndefined();
    expect(await here.lines()).toMatchObject([{ cmdId: 'encrypt', body: { encrypted: false } }]);
    expect(await one.db.messages.count()).toBe(before + 2);
    expect(await one.db.identity.where('key').startsWith('ahead:').count()).toBe(0);
  });

  it('R197 of two switches the higher number counts, at the same number on; one that is far ahead or has none is refused', async () => {
    const here = await world();
    const { one, bob } = here;
    const after = async (number: unknown, encrypted: boolean) => {
      await here.receive(bob, switches(number, encrypted));
      return (await one.chat()).sealing;
    };
    expect(await after(limits.encryptionNumberLead + 1, false)).toEqual({ number: 0, on: true });
    expect(await after(undefined, false)).toEqual({ number: 0, on: true });
    expect(await after(2.5, false)).toEqual({ number: 0, on: true });
    expect(await after(7, false)).toEqual({ number: 7, on: false });
    expect(await after(6, true)).toEqual({ number: 7, on: false });
    expect(await after(7, true)).toEqual({ number: 7, on: true });
    expect(await after(7, false)).toEqual({ number: 7, on: true });
  });

  it('R197 that somebody who is verified switches it off waits for consent here, which is told', async () => {
    const here = await world();
    const { one, bob } = here;
    await here.sendText('hello');
    await one.verifyPerson({ identifier: 'bob', safetyNumber: (await one.security({ conversationId: 'c1' })).number });
    await here.receive(bob, switches(1, false));
    expect((await one.chat()).sealing).toEqual({ number: 0, on: true });
    expect((await here.lines()).map(({ cmdId }) => cmdId)).toEqual(['offAsked']);
    await here.setSealing(false);
    expect((await one.chat()).sealing).toEqual({ number: 1, on: false });
  });
});

describe('R176 a device of a verified person that waits for consent', () => {
  it('R176 R199 what it says is shown as such and changes nothing; with consent it counts', async () => {
    const here = await world();
    const { one, bob, make } = here;
    const mine = await here.sendText('hello');
    await one.verifyPerson({ identifier: 'bob', safetyNumber: (await one.security({ conversationId: 'c1' })).number });
    const first = await here.text(bob, 'the first words');
    const ghost = await make('bob', 'b9');
    const words = await here.text(ghost, 'it is me, honestly');
    expect(await one.message(words)).toMatchObject({ untrusted: 1, unread: 1 });
    expect((await one.chat()).preview).not.toContain('honestly');
    const edit = { cmdId: 'edit', type: 'edit', targets: [words], message: json({ text: 'better' }) };
    await here.receive(ghost, edit);
    await here.receive(ghost, { cmdId: 'withdraw', type: 'withdraw', targets: [first], message: '{}' });
    await here.receive(ghost, {
      cmdId: 'reaction',
      type: 'reaction',
      targets: [mine.id],
      message: json({ emoji: '👍', on: true, text: '' }),
    });
    await here.receive(ghost, { cmdId: 'encrypt', type: 'encrypt', message: json({ encrypted: false, number: 1 }) });
    expect((await one.message(first)).withdrawn).toBeUndefined();
    expect((await one.message(words)).edited).toBeUndefined();
    expect((await one.message(mine.id)).reactions).toBeUndefined();
    expect([(await one.chat()).sealing, await here.lines()]).toMatchObject([{ on: true }, [{ cmdId: 'newDevice' }]]);
    await one.acceptKeys({ identifier: 'bob' });
    await here.until('its words to count', async () => (await one.message(words)).untrusted === undefined);
    expect(await one.search({ text: 'honestly' })).toMatchObject([{ id: words }]);
    // What it did meanwhile is requested.
    await here.until('the request', () => here.sent().some(({ content }) => content[0]!.cmdId === 'resendRequest'));
  });
});

describe('R202 old words', () => {
  it('R202 what could not be opened is filled by the device that wrote it alone', async () => {
    const here = await world();
    const { one, bob, make } = here;
    const id = await here.text(bob, 'lost', (copy) => ({ ...copy, message: copy.message.replace(/....$/, 'AAAA') }));
    const again = (words: string) => ({
      cmdId: 'resend',
      type: 'resend',
      targets: [id],
      message: json({ type: 'text', message: json({ text: words }) }),
    });
    const ghost = await make('bob', 'b9');
    await here.receive(ghost, again('invented'));
    expect((await one.message(id)).unreadable).toBe('bad_mac');
    await here.receive(bob, again('lost'));
    expect(await one.message(id)).toMatchObject({ content: { message: json({ text: 'lost' }) } });
  });

  it('R202 a device is sealed again what was sealed for it; one that came later, an open request and a stranger get nothing', async () => {
    const here = await world();
    const { one, bob, make, gateway, sent } = here;
    const old = await here.sendText('old words');
    expect(old.sealedFor).toEqual(['bob:b1']);
    const ghost = await make('bob', 'b9');
    const stranger = await make('carol', 'c1');
    const request = {
      cmdId: 'resendRequest',
      type: 'resendRequest',
      targets: [old.id],
      message: json({ deviceId: 'b9' }),
    };
    gateway.setDevices([bob.me, ghost.me]);
    await here.receive(ghost, request);
    await here.receive(stranger, request);
    await one.pushRow(gateway.addContent('c1', { ...request, by: bob.me }));
    await here.clock.advance(5_000);
    const resent = () => sent().filter(({ content }) => content[0]!.cmdId === 'resend');
    expect(resent()).toEqual([]);
    await here.receive(bob, { ...request, message: json({ deviceId: 'b1' }) });
    await here.until('the answer', () => resent().at(-1)?.content.length === 2);
    // The device that joined after those words gets none of them with the answer either.
    const copies = resent()
      .at(-1)!
      .content.map(({ to, message }) => [to!.deviceId, message !== '']);
    expect(copies).toEqual([
      ['b1', true],
      ['b9', false],
    ]);
  });

  it('R199 an edit without a copy for this device is not shown, nor one of a message that was taken back before it came', async () => {
    const here = await world();
    const { one, bob, gateway } = here;
    const first = await here.text(bob, 'the first words');
    const row = { copy: 'none' as const, content: null };
    const without = gateway.addContent('c1', { cmdId: 'edit', type: 'edit', targets: [first], by: bob.me });
    await one.pushRow(Object.assign(without, { copy: 'none' }));
    expect(await one.texts()).toEqual(['the first words']);

    // Offline meanwhile: the gateway has deleted the copy of what was withdrawn, not that of its edit.
    const gone = gateway.addContent('c1', { id: 'gone', by: bob.me });
    Object.assign(gone, { ...row, copy: 'acked' });
    const sealed = async (cmdId: 'edit' | 'withdraw') => {
      const content = newContent({
        id: cmdId,
        type: cmdId,
        cmdId,
        targets: ['gone'],
        message: json({ text: 'taken back' }),
      });
      const { copies } = await bob.sealAll(content, [alice]);
      gateway.addContent('c1', { ...copies[0]!, id: cmdId, by: bob.me }).copy = 'queued';
    };
    await sealed('edit');
    await sealed('withdraw');
    one.reconnect();
    await here.until('all of it', async () => (await one.db.cursors.get('c1'))!.seq === 5);
    expect((await one.message('gone')).withdrawn).toBeDefined();
    expect(await one.message('edit')).toBeUndefined();
  });

  it('R202 history that nobody asked for is refused, and none is put over a row that was opened here', async () => {
    const here = await world({ own: 1 });
    const { one, mine, gateway } = here;
    const tablet = mine[0]!;
    const opened = await here.text(here.bob, 'as it was');
    gateway.addChat('own', { people: ['alice'] });
    one.reconnect();
    await here.until('the own chat', () => one.db.cursors.get('own'));
    const handed = (id: string, requestId: string) => ({
      conversationId: 'c1',
      requestId,
      to: 'a1',
      last: true,
      messages: [{ content: { id, type: 'text', message: json({ text: 'made up' }) }, seq: 1, at: 1, changes: [] }],
    });
    const arrives = async (id: string, requestId: string) =>
      here.receive(
        tablet,
        { cmdId: 'syncHistory', type: 'syncHistory', message: json(handed(id, requestId)) },
        undefined,
        {},
        'own',
      );
    await arrives('invented', 'nobody asked');
    expect(await one.db.messages.get('invented')).toBeUndefined();
    await one.askHistory({ conversationId: 'c1' });
    const [key] = await one.db.identity.where('key').startsWith('asked:').primaryKeys();
    await arrives(opened, key!.slice('asked:'.length));
    expect(await one.message(opened)).toMatchObject({ content: { message: json({ text: 'as it was' }) } });
  });
});

describe('T18 the older form', () => {
  /** A gateway that claims Bob's devices know only the older form. */
  const strip = (here: Awaited<ReturnType<typeof world>>) => {
    here.server.tamper = (bundle) => ({ ...bundle, form: 0, formSignature: new Uint8Array() });
  };

  it('T18 a device that names no form gets its text in it, and no commands', async () => {
    const here = await world();
    const { one, bob, sent } = here;
    strip(here);
    const row = await here.sendText('for an older build');
    expect((await here.opened(bob)).envelope).toBeUndefined();
    expect(row.olderCopies).toEqual([bob.me]);
    await one.command({
      id: 'e'.repeat(24),
      conversationId: 'c1',
      cmdId: 'edit',
      targets: [row.id],
      body: { text: 'the edited words' },
    });
    await here.until('the edit', async () => (await one.db.outbox.count()) === 0);
    expect(sent().at(-1)!.content).toMatchObject([{ cmdId: 'edit', message: '', encrypted: false }]);
  });

  it('T18 a form that is not signed by the identity key is none; one that was known is not taken back', async () => {
    const here = await world();
    const { bob, server } = here;
    server.tamper = (bundle) => ({ ...bundle, form: 1, formSignature: new Uint8Array(64) });
    await here.sendText('one');
    expect((await here.opened(bob)).envelope).toBeUndefined();
    server.tamper = (bundle) => bundle;
    await here.text(bob, 'I know it'); // an envelope of Bob's
    await here.sendText('two');
    expect((await here.opened(bob)).envelope).toBeDefined();
    strip(here);
    await here.one.db.sessions.clear();
    await here.one.db.bundles.clear();
    gatewayDevices(here);
    await here.sendText('three');
    expect((await here.opened(bob)).envelope).toBeDefined();
  });

  it('T18 from the first envelope of a person on it is taken for 46 days, marked; its commands change nothing', async () => {
    const here = await world();
    const { one, bob, clock } = here;
    const first = await here.receiveOlderForm(bob, { message: json({ text: 'from an older build' }) });
    expect(await one.message(first)).toMatchObject({ form: 0, content: { encrypted: true } });
    await here.text(bob, 'updated now');
    const edit = await here.receiveOlderForm(bob, {
      cmdId: 'edit',
      type: 'edit',
      targets: [first],
      message: json({ text: 'relabelled' }),
    });
    expect((await one.message(first)).edited).toBeUndefined();
    expect(await one.message(edit)).toMatchObject({ form: 0, editOf: first });
    await one.db.pins.update(['bob', 'b1'], { envelopedAt: clock.now() - limits.legacyFormGrace - 1 } as object);
    const late = await here.receiveOlderForm(bob, { message: json({ text: 'much later' }) });
    expect(await one.message(late)).toMatchObject({ unreadable: 'does_not_match' });
  });
});

function gatewayDevices(here: Awaited<ReturnType<typeof world>>): void {
  here.gateway.setDevices(here.bobs.map(({ me }) => me));
}
