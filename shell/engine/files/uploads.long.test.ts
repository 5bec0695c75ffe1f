import { randomBytes } from 'node:crypto';
import { type FileBody, readFile } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { IDBObjectStore as FDBObjectStore } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openFile } from '../sealing/file.ts';
import { eventually, settle } from '../testing/clock.ts';
import { createFakeStore, type FakeStore, createStoreError } from '../testing/fakeStore.ts';
import { type Alice, startAlice } from '../testing/startAlice.ts';

const started: Alice[] = [];
afterEach(async () => {
  const all = started.splice(0);
  for (const one of all) await one.close();
  await settle();
  expect(
    all.map(({ clock }) => clock.timers),
    'timers left after close',
  ).toEqual(all.map(() => 0));
  vi.restoreAllMocks();
});

async function alice(options: Parameters<typeof startAlice>[0] = {}): Promise<Alice & { store: FakeStore }> {
  const one = await startAlice({ store: createFakeStore(), ...options });
  started.push(one);
  return one as Alice & { store: FakeStore };
}

const part = limits.uploadPart;
const photo = 'data:image/png;base64,AAAA';
let serial = 0;

/** Sends a file and returns the message's id. */
async function send(
  one: Alice,
  file: Blob | number = 10,
  {
    conversationId = 'c1',
    type = 'file' as 'file' | 'image',
    ...body
  }: Partial<{ conversationId: string; type: 'file' | 'image'; name: string; mime: string; preview: string }> = {},
): Promise<string> {
  const id = `f${(serial += 1)}`.padEnd(24, '0');
  const blob = typeof file === 'number' ? new Blob([randomBytes(file)]) : file;
  await one.sendFile({
    id,
    conversationId,
    type,
    file: blob,
    body: { name: 'a.txt', mime: 'text/plain', preview: '', ...body },
  });
  return id;
}

const bodyOf = async (one: Alice, id: string): Promise<FileBody> => readFile((await one.message(id)).content)!;
const bytes = async (blob: Blob) => Buffer.from(await blob.arrayBuffer()).toString('base64');
/** What a person who has the message can read from the store. */
async function fetched(one: Alice & { store: FakeStore }, id: string): Promise<string> {
  const { file } = await bodyOf(one, id);
  return bytes(await openFile(new Blob([one.store.objects.get(file.uri.replace(one.store.uriOf(''), ''))!]), file, ''));
}
const progress = (one: Alice, id: string): number[] =>
  one.events.flatMap((event) =>
    event.type === 'fileProgress' && event.id === id && event.doing === 'upload' ? [event.percent] : [],
  );
const refuseParts = (one: { store: FakeStore }, refuse: (number: number) => Error | undefined) => {
  one.store.faults.refuse = (step, number) => (step === 'part' ? refuse(number) : undefined);
};
/** Blocks every part beyond these. */
const holdParts = (one: { store: FakeStore }, most: number, held: Promise<void>) => {
  one.store.faults.hold = (step, number) => (step === 'part' && number > most ? held : undefined);
};
const place = async (one: Alice, id: string): Promise<number> =>
  (await one.db.outbox.get(id))?.resume?.checkpoint?.doneParts.length ?? 0;
/** It was interrupted, and is tried again after a while. */
async function waits(one: Alice, id: string): Promise<void> {
  await eventually('the cut', () => progress(one, id).at(-1) === -1);
  await settle();
}
const failed = (one: Alice, id: string) =>
  eventually('the failure', async () => (await one.message(id)).error === 'error');

describe('a message with a file', () => {
  it('R54 R95 is stored with its file before the network hears of it: loading, pending, on screen and in the list', async () => {
    const one = await alice();
    const held = Promise.withResolvers<void>();
    one.gateway.faults.holdCall.set('file.uploadInfo', held.promise);
    const file = new Blob([randomBytes(100)], { type: 'image/png' });
    const id = await send(one, file, { type: 'image', name: 'cat.png', mime: 'image/png', preview: photo });
    expect(await one.message(id)).toMatchObject({
      loading: true,
      pending: true,
      error: '',
      seq: 0,
      content: { type: 'image' },
    });
    expect(await bodyOf(one, id)).toEqual({
      file: { key: '', uri: '', digest: '', preview: photo },
      name: 'cat.png',
      size: 100,
      mime: 'image/png',
    });
    expect(await one.db.outbox.get(id)).toMatchObject({ upload: 1 });
    const row = (await one.db.files.get(id))!;
    expect([row.state, row.key, row.blob.type, await bytes(row.blob)]).toEqual([
      'upload',
      '',
      'image/png',
      await bytes(file),
    ]);
    expect((await one.chat()).previewKind).toBe('image');
    expect([one.store.log, one.gateway.chats.get('c1')!.rows]).toEqual([[], []]);
    held.resolve();
    await one.waitUntilSent(id);
  });

  it('R90 R91 R92 lies sealed in the store in parts of 512 KiB, and its message says where, how it is opened and what it must be', async () => {
    const one = await alice();
    const file = new Blob([randomBytes(2 * part + 5)]);
    const id = await send(one, file, { preview: photo });
    await one.waitUntilSent(id);
    const [row] = one.gateway.chats.get('c1')!.rows;
    const said = readFile(row!.content!)!;
    const name = said.file.uri.replace(one.store.uriOf(''), '');
    expect(name).toMatch(/^chat\/[\w-]{36}$/);
    expect(one.gateway.requests('file.uploadInfo')).toEqual([{ random: name.slice(5) }]);
    expect(one.store.log).toEqual(['begin', 'part 1', 'part 2', 'part 3', 'finish']);
    expect(Buffer.from(one.store.objects.get(name)!).includes(Buffer.from(await file.slice(0, 64).arrayBuffer()))).toBe(
      false,
    );
    expect(await bytes(await openFile(new Blob([one.store.objects.get(name)!]), said.file, ''))).toBe(
      await bytes(file),
    );
    expect(said.file.preview).toBe(photo);
    expect(await one.message(id)).toMatchObject({
      loading: false,
      pending: false,
      error: '',
      seq: 1,
      content: { message: row!.content!.message },
    });
    expect(await one.db.files.get(id)).toMatchObject({ state: 'here', key: name });
    expect([await one.db.outbox.count(), (await one.db.files.get(id))!.resume]).toEqual([0, undefined]);
    expect(one.store.clients).toMatchObject([{ bucket: 'files', domain: 'http://gateway.test' }]);
  });

  it.each([
    [undefined, 'cn-shanghai'],
    ['cn-hangzhou', 'cn-hangzhou'],
  ])('R90 is signed for the region %s of the gateway as %s', async (region, signed) => {
    const one = await alice();
    one.store.faults.region = region;
    await one.waitUntilSent(await send(one, 10));
    expect(one.store.clients).toMatchObject([{ region: signed }]);
  });

  it('R54 R174 words written after it wait for it, and stay pending; those of another chat do not', async () => {
    const one = await alice();
    one.gateway.addChat('c2');
    one.reconnect();
    await eventually('the second chat', () => one.db.cursors.get('c2'));
    const held = Promise.withResolvers<void>();
    one.store.faults.hold = () => held.promise;
    const id = await send(one, part);
    const caption = await one.sendText('what is in it');
    const small = await send(one, 10);
    await one.waitUntilSent(await one.sendText('elsewhere', 'c2'));
    await one.outbox.idle();
    expect(
      (await Promise.all([id, caption, small].map(one.message))).map(({ loading, seq }) => [loading, seq]),
    ).toEqual([
      [true, 0],
      [true, 0],
      [true, 0],
    ]);
    expect(one.gateway.chats.get('c1')!.rows).toEqual([]);
    held.resolve();
    await one.waitUntilSent(small);
    expect(one.gateway.chats.get('c1')!.rows.map((row) => row.id)).toEqual([id, caption, small]);
  });

  it('R54 a command does not wait for it, except one about what waits', async () => {
    const one = await alice();
    const before = await one.sendText('before');
    await one.waitUntilSent(before);
    const held = Promise.withResolvers<void>();
    one.store.faults.hold = () => held.promise;
    const id = await send(one, part);
    const after = await one.sendText('after');
    const commands = { edit: 'e'.repeat(24), held: 'h'.repeat(24), withdraw: 'w'.repeat(24) };
    await one.command({
      id: commands.held,
      conversationId: 'c1',
      cmdId: 'edit',
      targets: [after],
      body: { text: 'after, edited' },
    });
    await one.command({
      id: commands.edit,
      conversationId: 'c1',
      cmdId: 'edit',
      targets: [before],
      body: { text: 'before, edited' },
    });
    await one.command({ id: commands.withdraw, conversationId: 'c1', cmdId: 'withdraw', targets: [before], body: {} });
    const rows = () => one.gateway.chats.get('c1')!.rows.map((row) => row.id);
    await eventually('the commands', () => rows().length === 3);
    expect(rows()).toEqual([before, commands.edit, commands.withdraw]);
    held.resolve();
    await eventually('the rest', () => rows().length === 6);
    expect(rows().slice(3)).toEqual([id, after, commands.held]);
  });

  it('R54 R56 when it fails, the words after it go, and a retry sends it after them', async () => {
    const one = await alice();
    const held = Promise.withResolvers<void>();
    one.store.faults.hold = () => held.promise;
    one.store.faults.refuse = () => createStoreError(400, 'InvalidArgument');
    const id = await send(one);
    const caption = await one.sendText('what is in it');
    held.resolve();
    await one.waitUntilSent(caption);
    expect(await one.message(id)).toMatchObject({ error: 'error', loading: false });
    one.store.faults.refuse = () => undefined;
    await one.retry({ id });
    await one.waitUntilSent(id);
    expect(one.gateway.chats.get('c1')!.rows.map((row) => row.id)).toEqual([caption, id]);
  });

  it('R54 R95 when it is discarded, the words after it go', async () => {
    const one = await alice();
    const held = Promise.withResolvers<void>();
    one.store.faults.hold = () => held.promise;
    const id = await send(one, part);
    const caption = await one.sendText('what is in it');
    await eventually('its beginning', () => progress(one, id).length > 0);
    await one.discard({ id });
    await one.waitUntilSent(caption);
    held.resolve();
    expect(one.gateway.chats.get('c1')!.rows.map((row) => row.id)).toEqual([caption]);
  });

  it('C18 R174 an engine that starts again keeps the order', async () => {
    const first = await alice();
    const { databases, gateway } = first;
    const held = Promise.withResolvers<void>();
    first.store.faults.hold = () => held.promise;
    const id = await send(first, part);
    const caption = await first.sendText('what is in it');
    started.splice(started.indexOf(first), 1);
    await first.close();
    held.resolve();
    const second = await alice({ databases, gateway });
    await second.waitUntilSent(caption);
    expect(gateway.chats.get('c1')!.rows.map((row) => row.id)).toEqual([id, caption]);
  });

  it('R54 several arrive in the order they were sent; a large one holds up its own chat alone', async () => {
    const one = await alice();
    one.gateway.addChat('c2');
    one.reconnect();
    await eventually('the second chat', () => one.db.cursors.get('c2'));
    const held = Promise.withResolvers<void>();
    holdParts(one, 3, held.promise);
    const large = await send(one, 16 * 1_048_576);
    const after = await send(one, 10);
    const ids = [
      await send(one, 2 * part, { conversationId: 'c2' }),
      await send(one, 10, { conversationId: 'c2' }),
      await send(one, part, { conversationId: 'c2' }),
    ];
    for (const id of ids) await one.waitUntilSent(id);
    await eventually('the upload of the one after', async () => !(await one.message(after)).pending);
    expect((await one.message(after)).seq).toBe(0);
    held.resolve();
    await one.waitUntilSent(after);
    expect(one.gateway.chats.get('c1')!.rows.map(({ id }) => id)).toEqual([large, after]);
    expect(one.gateway.chats.get('c2')!.rows.map(({ id }) => id)).toEqual(ids);
  });

  it('R59 R54 in a group it goes in clear, and anonymous where both want that', async () => {
    const one = await alice();
    one.gateway.addChat('g1', { type: 'group', supportAnonymous: true });
    one.reconnect();
    await eventually('the group', () => one.db.conversations.get('g1'));
    await one.changeSetting({ conversationId: 'g1', setting: { anonymous: true } });
    const id = await send(one, 10, { conversationId: 'g1' });
    await one.waitUntilSent(id);
    const {
      content: [content],
    } = one.gateway.requests('message.sendGroupMessage')[0]!;
    expect([content!.anonymous, content!.encrypted, readFile(content!)!.file.key]).toEqual([
      true,
      false,
      (await bodyOf(one, id)).file.key,
    ]);
  });

  it('R92 in a private chat every device gets the key in its own sealed copy', async () => {
    const one = await alice();
    one.gateway.addChat('s1', { encrypted: true });
    one.gateway.setDevices([
      { identifier: 'bob', deviceId: 'b1' },
      { identifier: 'bob', deviceId: 'b2' },
    ]);
    one.reconnect();
    await eventually('the chat', () => one.db.conversations.get('s1'));
    const id = await send(one, 10, { conversationId: 's1' });
    await one.waitUntilSent(id);
    const { content } = one.gateway.requests('message.sendPrivateMessage').at(-1)!;
    const { key } = (await bodyOf(one, id)).file;
    expect(content.map((copy) => [copy.to!.deviceId, copy.encrypted, readFile(copy)!.file.key])).toEqual([
      ['b1', true, key],
      ['b2', true, key],
    ]);
  });

  it('T11 a name loses what deceives, and keeps its ending when it is cut; a preview that is too large is left out', async () => {
    const one = await alice();
    const id = await send(one, 10, {
      name: `../${'ä'.repeat(300)}\u202egpj\n.exe`,
      preview: photo + 'A'.repeat(limits.filePreviewMax),
    });
    const { name, file } = await bodyOf(one, id);
    expect([name, file.preview]).toEqual([`..${'ä'.repeat(limits.fileNameMax - 6)}.exe`, '']);
  });

  it('R98 what is empty or too large is not taken, nor is anything into a chat that was left; nothing is stored', async () => {
    const one = await alice();
    const tooLarge = Object.defineProperty(new Blob(['x']), 'size', { value: limits.fileMax + 1 });
    const codes = await Promise.all(
      [send(one, 0), send(one, tooLarge), send(one, 1, { conversationId: 'none' })].map((work) =>
        work.catch((thrown: unknown) => Fault.of(thrown).code),
      ),
    );
    expect(codes).toEqual(['FILE_EMPTY', 'FILE_TOO_LARGE', 'NOT_MEMBER']);
    expect(await Promise.all([one.db.messages, one.db.files, one.db.outbox].map((table) => table.count()))).toEqual([
      0, 0, 0,
    ]);
  });

  it('R174 the same id twice is one message', async () => {
    const one = await alice();
    const request = {
      id: 'once'.padEnd(24, '0'),
      conversationId: 'c1',
      type: 'file' as const,
      file: new Blob(['x']),
      body: { name: 'x', mime: '', preview: '' },
    };
    await Promise.all([one.sendFile(request), one.sendFile(request)]);
    await one.waitUntilSent(request.id);
    await one.sendFile(request);
    expect([one.store.objects.size, one.gateway.chats.get('c1')!.rows.length]).toEqual([1, 1]);
  });

  it('R173 the text that is being written beside it stays', async () => {
    const one = await alice();
    await one.saveDraft('c1', 'and this');
    await one.waitUntilSent(await send(one));
    expect((await one.db.drafts.get('c1'))?.text).toBe('and this');
  });

  it('R95 what page hears of it grows, stays below 100 until all is there, and ends', async () => {
    const one = await alice();
    const id = await send(one, 5 * part);
    await one.waitUntilSent(id);
    const heard = progress(one, id);
    expect(heard.slice(-2)).toEqual([100, -1]);
    const on = heard.slice(0, -2);
    expect([on[0], on.at(-1)! <= 99, on.length > 5, [...on].sort((a, b) => a - b)]).toEqual([0, true, true, on]);
  });
});

describe('C18 R97 an upload that is cut', () => {
  it.each([1, 2, 3, 4, 5, 6, 7])(
    'C18 cut at part %i it goes on there: same name, same bytes, nothing twice',
    async (at) => {
      const one = await alice();
      const file = new Blob([randomBytes(6 * part + 1)]);
      let cuts = 0;
      refuseParts(one, (number) =>
        number === at && (cuts += 1) === 1 ? createStoreError(-1, 'RequestError') : undefined,
      );
      const id = await send(one, file);
      await waits(one, id);
      expect(await one.message(id)).toMatchObject({ loading: true, pending: true, error: '' });
      const before = one.store.log.filter((step) => step.startsWith('part')).length;
      expect(before).toBeLessThan(7);
      await one.clock.advance(limits.reconnectEvery);
      await one.waitUntilSent(id);
      expect(one.store.log.filter((step) => step === 'begin')).toHaveLength(1);
      expect(one.store.log.filter((step) => step.startsWith('part')).sort()).toEqual(
        [1, 2, 3, 4, 5, 6, 7].map((number) => `part ${number}`),
      );
      expect([await fetched(one, id), one.store.objects.size, one.store.unfinished.size]).toEqual([
        await bytes(file),
        1,
        0,
      ]);
    },
  );

  it('C18 C1 an engine that ends in the middle leaves all that the next one needs', async () => {
    const before = await alice();
    const file = new Blob([randomBytes(8 * part)]);
    const held = Promise.withResolvers<void>();
    holdParts(before, 5, held.promise);
    const id = await send(before, file);
    await eventually('five parts', async () => (await place(before, id)) === 5);
    const { resume } = (await before.db.outbox.get(id))!;
    await before.close();
    before.store.faults.hold = () => undefined;
    const done = before.store.log.length;
    const after = await alice({ gateway: before.gateway, databases: before.databases, store: before.store });
    await after.waitUntilSent(id);
    expect(after.store.log.slice(done).filter((step) => /part [1-5]$|begin/.test(step))).toEqual([]);
    expect([...after.store.objects.keys()]).toEqual([resume!.name]);
    expect([await fetched(after, id), (await bodyOf(after, id)).file.key]).toEqual([
      await bytes(file),
      resume!.secret.key,
    ]);
  });

  it('R97 R56 one that fails as nobody foresaw keeps its pauses, whatever is sent after it; discarded, it holds nothing up', async () => {
    const one = await alice();
    const asked = () => one.gateway.requests('file.uploadInfo').length;
    one.gateway.faults.refuse.set('file.uploadInfo', () => new Fault('UNKNOWN'));
    const first = await send(one);
    await eventually('a try', () => asked() === 1);
    await waits(one, first);
    const [second, third] = [await send(one), await send(one)];
    one.reconnect();
    await settle();
    expect(asked()).toBe(1);
    await one.clock.advance(limits.unexpectedErrorBackoff);
    await eventually('another try', () => asked() === 2);
    await settle();
    one.gateway.faults.refuse.clear();
    await one.discard({ id: first });
    await one.waitUntilSent(second);
    await one.waitUntilSent(third);
    expect(one.gateway.chats.get('c1')!.rows.map(({ id }) => id)).toEqual([second, third]);
  });

  it('R97 R56 where the uploader itself does not come, it is asked for again, and what waits goes', async () => {
    const before = await alice();
    const held = Promise.withResolvers<void>();
    before.store.faults.hold = () => held.promise;
    const id = await send(before);
    const words = await before.sendText('about it');
    await before.close();
    before.store.faults.hold = () => undefined;
    vi.doMock('./files.ts', () => {
      throw new Error('no chunk');
    });
    const after = await alice({ gateway: before.gateway, databases: before.databases, store: before.store });
    await eventually('its absence', () =>
      after.events.some((event) => event.type === 'log' && event.problem.what === 'uploader'),
    );
    vi.doUnmock('./files.ts');
    await after.clock.advance(limits.reconnectEvery);
    await after.waitUntilSent(id);
    await after.waitUntilSent(words);
    expect(after.gateway.chats.get('c1')!.rows.map((row) => row.id)).toEqual([id, words]);
  });

  it('R97 credentials that have run out are asked for anew once, and it goes on', async () => {
    const one = await alice();
    let cuts = 0;
    refuseParts(one, (number) =>
      number === 4 && (cuts += 1) === 1 ? createStoreError(403, 'SecurityTokenExpired') : undefined,
    );
    const file = new Blob([randomBytes(6 * part)]);
    const id = await send(one, file);
    await one.waitUntilSent(id);
    expect(one.gateway.requests('file.uploadInfo')).toHaveLength(2);
    expect(one.store.clients.map(({ securityToken }) => securityToken)).toEqual(['token 1', 'token 2']);
    expect([one.store.log.filter((step) => step === 'begin').length, await fetched(one, id)]).toEqual([
      1,
      await bytes(file),
    ]);
  });

  it('R97 refused with new ones, too, it has failed; a retry goes on with what is there', async () => {
    const one = await alice();
    refuseParts(one, (number) => (number > 2 ? createStoreError(403, 'AccessDenied') : undefined));
    const id = await send(one, 6 * part);
    await failed(one, id);
    expect(await one.message(id)).toMatchObject({ fault: 'FILE_REFUSED', loading: false, pending: false });
    expect(one.gateway.requests('file.uploadInfo')).toHaveLength(2);
    expect([(await one.db.files.get(id))!.state, await one.db.outbox.count(), progress(one, id).at(-1)]).toEqual([
      'upload',
      0,
      -1,
    ]);
    refuseParts(one, () => undefined);
    await one.retry({ id });
    await one.waitUntilSent(id);
    expect(one.store.log.filter((step) => step === 'begin' || step === 'part 1')).toEqual(['begin', 'part 1']);
  });

  it('C18 a store that has dropped what it had gets all of it again, under the same name', async () => {
    const one = await alice();
    refuseParts(one, (number) => (number === 3 ? createStoreError(-1, 'RequestError') : undefined));
    const id = await send(one, 4 * part);
    await waits(one, id);
    one.store.unfinished.clear();
    refuseParts(one, () => undefined);
    await one.clock.advance(limits.reconnectEvery);
    await one.waitUntilSent(id);
    expect([one.store.log.filter((step) => step === 'begin').length, one.store.objects.size]).toEqual([2, 1]);
  });

  it('C18 written offline it waits for the connection, over the end of the engine, too', async () => {
    const before = await alice();
    before.gateway.goOffline();
    const id = await send(before, 2 * part);
    await before.close();
    expect(before.store.log).toEqual([]);
    before.gateway.faults.offline = false;
    const after = await alice({ gateway: before.gateway, databases: before.databases, store: before.store });
    await after.waitUntilSent(id);
    expect(after.store.objects.size).toBe(1);
  });

  it.each([
    [500, 'InternalError'],
    [503, 'ServiceUnavailable'],
    [429, 'TooManyRequests'],
    [-2, 'ResponseTimeoutError'],
  ])('C18 %i keeps it waiting', async (status, code) => {
    const one = await alice();
    one.store.faults.refuse = () => createStoreError(status, code);
    const id = await send(one, 2 * part);
    await waits(one, id);
    expect(await one.message(id)).toMatchObject({ pending: true, error: '' });
    one.store.faults.refuse = () => undefined;
    await one.clock.advance(limits.reconnectEvery);
    await one.waitUntilSent(id);
  });

  it.each([
    [
      'the gateway has no more for the day',
      (one: Alice) => void one.gateway.faults.refuse.set('file.uploadInfo', () => new Fault('UPLOADS_FULL')),
      'UPLOADS_FULL',
    ],
    [
      'the store has no more for the day',
      (one: Alice) => {
        one.store!.faults.refuse = () => createStoreError(403, 'QuotaExceeded');
      },
      'UPLOADS_FULL',
    ],
    [
      'the store does not want it',
      (one: Alice) => {
        one.store!.faults.refuse = () => createStoreError(400, 'EntityTooLarge');
      },
      'FILE_REFUSED',
    ],
  ])('R56 %s: the message says so, and the next one may go', async (_, spoil, code) => {
    const one = await alice();
    spoil(one);
    const id = await send(one, 2 * part);
    await failed(one, id);
    expect((await one.message(id)).fault).toBe(code);
    one.gateway.faults.refuse.clear();
    one.store.faults.refuse = () => undefined;
    await one.waitUntilSent(await send(one));
  });

  it('R56 P4 where the browser has lost the file, the message says so, and does not go without it', async () => {
    const one = await alice();
    one.store.faults.refuse = () => createStoreError(400, 'InvalidArgument');
    const id = await send(one);
    await failed(one, id);
    await one.db.files.delete(id);
    await one.retry({ id });
    await failed(one, id);
    expect([(await one.message(id)).fault, one.gateway.chats.get('c1')!.rows]).toEqual(['FILE_GONE', []]);
  });

  it('R56 a file that was uploaded before its message was refused is not uploaded again', async () => {
    const one = await alice();
    one.gateway.faults.refuse.set('message.sendPrivateMessage', () => new Fault('BLOCKED'));
    const id = await send(one);
    await failed(one, id);
    one.gateway.faults.refuse.clear();
    await one.retry({ id });
    await one.waitUntilSent(id);
    expect(one.store.log).toEqual(['put']);
  });
});

describe('R95 calling it off', () => {
  it('R95 a pending one goes with its file, what is under way ends, and what the store has of it is cleared', async () => {
    const one = await alice();
    const held = Promise.withResolvers<void>();
    holdParts(one, 5, held.promise);
    const id = await send(one, 8 * part);
    await eventually('five parts', async () => (await place(one, id)) === 5);
    await one.discard({ id });
    expect(await Promise.all([one.db.messages.get(id), one.db.files.get(id), one.db.outbox.get(id)])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    held.resolve();
    await eventually('the parts to be cleared', () => one.store.unfinished.size === 0);
    refuseParts(one, () => undefined);
    await one.waitUntilSent(await send(one));
    expect([one.store.objects.size, one.gateway.chats.get('c1')!.rows.length, progress(one, id).at(-1)]).toEqual([
      1, 1, -1,
    ]);
  });

  it('R95 so does one that has failed', async () => {
    const one = await alice();
    refuseParts(one, (number) => (number > 1 ? createStoreError(400, 'InvalidArgument') : undefined));
    const id = await send(one, 3 * part);
    await failed(one, id);
    expect(one.store.unfinished.size).toBe(1);
    await one.discard({ id });
    await eventually('the parts to be cleared', () => one.store.unfinished.size === 0);
    expect(await one.db.files.count()).toBe(0);
  });

  it('R65 one whose conversation is left ends, and nothing of it stays', async () => {
    const one = await alice();
    one.gateway.addChat('g1', { type: 'group' });
    one.reconnect();
    await eventually('the group', () => one.db.conversations.get('g1'));
    const held = Promise.withResolvers<void>();
    holdParts(one, 5, held.promise);
    const id = await send(one, 9 * part, { conversationId: 'g1' });
    await eventually('five parts', async () => (await place(one, id)) === 5);
    await one.pushRow(one.gateway.addContent('g1', { cmdId: 'dismissGroup', type: 'dismissGroup', message: '{}' }));
    held.resolve();
    await eventually('its end', () => progress(one, id).at(-1) === -1);
    // The line that the group has been disbanded is shown for a while.
    expect(await Promise.all([one.db.messages.get(id), one.db.files.count(), one.db.outbox.count()])).toEqual([
      undefined,
      0,
      0,
    ]);
    expect(one.gateway.requests('message.sendGroupMessage')).toEqual([]);
  });
});

describe('R153 no room', () => {
  it("R153 C9 where there is no room to keep it as well, the file is sent, and can be fetched like another's", async () => {
    const one = await alice();
    const file = new Blob([randomBytes(1_000)]);
    const plain = FDBObjectStore.prototype.put;
    vi.spyOn(FDBObjectStore.prototype, 'put').mockImplementation(function refuse(
      this: InstanceType<typeof FDBObjectStore>,
      ...args: Parameters<typeof plain>
    ) {
      if (this.name === 'files') throw new DOMException('no room', 'QuotaExceededError');
      return plain.apply(this, args);
    });
    const id = await send(one, file);
    await one.waitUntilSent(id);
    expect([await one.db.files.count(), await fetched(one, id)]).toEqual([0, await bytes(file)]);
    vi.restoreAllMocks();
    await one.fetchFile({ id });
    expect(await bytes((await one.db.files.get(id))!.blob)).toBe(await bytes(file));
  });

  it('R153 C9 where the place of an upload cannot be saved, it goes on, and ends as soon as there is room', async () => {
    const one = await alice();
    const plain = FDBObjectStore.prototype.put;
    let full = false;
    vi.spyOn(FDBObjectStore.prototype, 'put').mockImplementation(function refuse(
      this: InstanceType<typeof FDBObjectStore>,
      ...args: Parameters<typeof plain>
    ) {
      if (full && this.name === 'outbox') throw new DOMException('no room', 'QuotaExceededError');
      return plain.apply(this, args);
    });
    refuseParts(one, () => {
      full = true;
      return undefined;
    });
    const file = new Blob([randomBytes(6 * part)]);
    const id = await send(one, file);
    await eventually('the whole file in the store', () => one.store.objects.size === 1);
    await waits(one, id);
    expect([(await one.message(id)).pending, await bytes((await one.db.files.get(id))!.blob)]).toEqual([
      true,
      await bytes(file),
    ]);
    full = false;
    refuseParts(one, () => undefined);
    await one.clock.advance(limits.reconnectEvery);
    await one.waitUntilSent(id);
    expect(await fetched(one, id)).toBe(await bytes(file));
  });
});
