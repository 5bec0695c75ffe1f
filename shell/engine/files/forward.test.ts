import { readFile } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import { afterEach, describe, expect, it } from 'vitest';
import { attachmentPrefix } from '@amber/client/db';
import { Clock, eventually, settle } from '../testing/clock.ts';
import { createFakeGateway } from '../testing/fakeGateway.ts';
import { createFakeStore, type FakeStore } from '../testing/fakeStore.ts';
import { type Alice, startAlice } from '../testing/startAlice.ts';

const started: Alice[] = [];
afterEach(async () => {
  for (const one of started.splice(0)) await one.close();
});
/** In the chat c1, and in c2 if it has other protection. */
async function alice(other?: { encrypted: boolean }): Promise<Alice & { store: FakeStore }> {
  const clock = new Clock();
  const gateway = createFakeGateway({ now: () => clock.now() });
  gateway.addChat('c1', { encrypted: other?.encrypted === false });
  if (other) gateway.addChat('c2', other);
  const one = await startAlice({ store: createFakeStore(), clock, gateway });
  started.push(one);
  return one as Alice & { store: FakeStore };
}

let serial = 0;
const newId = () => `f${(serial += 1)}`.padEnd(24, '0');
const album = (index: number, count: number, id = 'trip') => ({ id, index, count });
const picture = (name: string, body: object = {}) => ({
  id: newId(),
  type: 'image' as const,
  file: new Blob([name]),
  body: { name, mime: 'image/png', preview: '', ...body },
});
const bodyOf = async (one: Alice, id: string) => readFile((await one.message(id)).content)!;
const uploadsOf = (one: Alice) => one.gateway.requests('file.uploadInfo').length;
const holdsOf = (one: Alice) => one.gateway.requests('file.hold').map(({ names }) => names);
const sent = async (one: Alice, ids: readonly string[]) => {
  for (const id of ids) await one.waitUntilSent(id);
};
const batchesOf = (one: Alice) =>
  one.gateway.requests('message.sendInOrder').map(({ messages }) => messages.map(({ id }) => id));

describe('R212 files that are sent together', () => {
  it.each([0, 2])(
    'are stored in one transaction, and an album goes in one call and in order, although upload %i ends last',
    async (last) => {
      const one = await alice();
      const files = [0, 1, 2].map((index) => picture(`${index}.png`, { album: album(index, 3) }));
      const ids = files.map(({ id }) => id);
      // The parts of one large file are held back; the small ones are uploaded meanwhile.
      files[last]!.file = new Blob([new Uint8Array(17 * 1_048_576)]);
      const held = Promise.withResolvers<void>();
      one.store.faults.hold = (step) => (step === 'part' ? held.promise : undefined);
      await one.calls.sendFiles({ conversationId: 'c1', files });
      await eventually('the small uploads', async () => (await bodyOf(one, ids[1]!)).file.uri !== '');
      await settle();
      expect(one.gateway.requests('message.sendPrivateMessage')).toEqual([]);
      expect(batchesOf(one)).toEqual([]);
      held.resolve();
      await sent(one, ids);
      expect(batchesOf(one)).toEqual([ids]);
      expect((await bodyOf(one, ids[1]!)).album).toEqual(album(1, 3));
    },
  );

  it('take the draft and its attachments with them, and a call that is repeated sends nothing', async () => {
    const one = await alice();
    const file = new File(['a'], 'a.png');
    await one.saveDraft('c1', 'our trip');
    await one.calls.saveAttachments({ conversationId: 'c1', files: [{ id: 'x', file }] });
    const files = [picture('a.png', { caption: 'our trip' }), picture('b.png')];
    const request = { conversationId: 'c1', files, takesDraft: true };
    await Promise.all([one.calls.sendFiles(request), one.calls.sendFiles(request)]);
    await sent(
      one,
      files.map(({ id }) => id),
    );
    expect(await one.db.drafts.get('c1')).toBeUndefined();
    expect(await one.db.files.where('id').startsWith(attachmentPrefix('c1')).count()).toBe(0);
    expect(await one.db.messages.where({ conversationId: 'c1' }).count()).toBe(2);
    expect(await one.chat()).toMatchObject({ previewKind: 'image' });
    expect((await bodyOf(one, files[0]!.id)).caption).toBe('our trip');
  });

  it('are all refused if one is, or if there are too many', async () => {
    const one = await alice();
    const empty = { ...picture('b.png'), file: new Blob([]) };
    await expect(one.calls.sendFiles({ conversationId: 'c1', files: [picture('a.png'), empty] })).rejects.toMatchObject(
      { code: 'FILE_EMPTY' },
    );
    const many = Array.from({ length: limits.fileConcurrency + 1 }, () => picture('a.png'));
    await expect(one.calls.sendFiles({ conversationId: 'c1', files: many })).rejects.toMatchObject({
      code: 'TOO_LARGE',
    });
    expect(await one.db.messages.count()).toBe(0);
  });
});

describe('R212 attachments of a draft', () => {
  const names = async (one: Alice, conversationId = 'c1') =>
    (await one.db.files.where('id').startsWith(attachmentPrefix(conversationId)).sortBy('usedAt')).map(
      ({ blob }) => (blob as File).name,
    );
  const attach = (...all: string[]) => all.map((name) => ({ id: name, file: new File([name], name) }));

  it('are stored in order, and are not evicted; a later call replaces them', async () => {
    const one = await alice();
    await one.calls.saveAttachments({ conversationId: 'c1', files: attach('a', 'b', 'c') });
    await one.calls.saveAttachments({ conversationId: 'c1', files: attach('c', 'a') });
    await one.calls.clearHistory({});
    expect(await names(one)).toEqual(['c', 'a']);
    await one.calls.saveAttachments({ conversationId: 'c1', files: [] });
    expect(await one.db.files.count()).toBe(0);
  });

  it('are bounded, and belong to a chat that is here', async () => {
    const one = await alice();
    const large = attach('a', 'b', 'c');
    Object.defineProperty(large[1]!.file, 'size', { value: limits.attachmentsStoredMax + 1 });
    await one.calls.saveAttachments({ conversationId: 'c1', files: large });
    expect(await names(one)).toEqual(['a']);
    await expect(one.calls.saveAttachments({ conversationId: 'gone', files: attach('a') })).rejects.toMatchObject({
      code: 'NOT_MEMBER',
    });
  });
});

describe('R212 a forwarded file', () => {
  /** A picture with a caption that was sent in c1. */
  async function sentPicture(other?: { encrypted: boolean }) {
    const one = await alice(other);
    const file = picture('a.png', {
      caption: 'our trip',
      album: album(0, 2),
      quote: { id: 'q', author: '', text: '' },
    });
    await one.calls.sendFiles({ conversationId: 'c1', files: [file, picture('b.png', { album: album(1, 2) })] });
    await sent(one, [file.id]);
    return { one, id: file.id };
  }

  it('is the same object under the same key, which this account now holds; nothing is uploaded', async () => {
    const { one, id } = await sentPicture();
    const uploads = uploadsOf(one);
    const next = newId();
    await one.calls.forward({ conversationId: 'c1', messages: [{ id: next, of: id }] });
    await sent(one, [next]);
    const [original, forwarded] = [await bodyOf(one, id), await bodyOf(one, next)];
    expect(forwarded).toEqual({
      file: original.file,
      name: 'a.png',
      size: original.size,
      mime: 'image/png',
      caption: 'our trip',
      forwarded: true,
    });
    expect(uploadsOf(one)).toBe(uploads);
    expect(holdsOf(one)).toEqual([[original.file.uri.replace(/^\/[\w-]+\//, '')]]);
  });

  it('waits for its hold, and is uploaded again from this device if the store has it no longer', async () => {
    const { one, id } = await sentPicture();
    const uploads = uploadsOf(one);
    one.gateway.faults.missingFiles = true;
    const next = newId();
    await one.calls.forward({ conversationId: 'c1', messages: [{ id: next, of: id }] });
    await sent(one, [next]);
    expect(uploadsOf(one)).toBe(uploads + 1);
    expect((await bodyOf(one, next)).file.uri).not.toBe((await bodyOf(one, id)).file.uri);
  });

  it.each([true, false])(
    'has a key of its own in a chat of other protection (encrypted: %s), because the gateway reads those of open chats',
    async (encrypted) => {
      const { one, id } = await sentPicture({ encrypted });
      const next = newId();
      await one.calls.forward({ conversationId: 'c2', messages: [{ id: next, of: id }] });
      await sent(one, [next]);
      const [original, forwarded] = [await bodyOf(one, id), await bodyOf(one, next)];
      expect(forwarded.file.key).not.toBe(original.file.key);
      expect(forwarded.file.uri).not.toBe(original.file.uri);
      expect(forwarded).toMatchObject({ caption: 'our trip', forwarded: true });
      expect(holdsOf(one)).toEqual([]);
    },
  );

  it('keeps its object when the original is withdrawn', async () => {
    const { one, id } = await sentPicture();
    const next = newId();
    await one.calls.forward({ conversationId: 'c1', messages: [{ id: next, of: id }] });
    await sent(one, [next]);
    const withdraw = async (target: string) => {
      await one.calls.command({ id: newId(), conversationId: 'c1', cmdId: 'withdraw', targets: [target], body: {} });
      await eventually('the withdrawal', async () => (await one.db.outbox.count()) === 0);
      await settle();
      const waiting = () => one.db.identity.where('key').startsWith('release:').count();
      await eventually('the decision about the file', async () => (await waiting()) === 0);
    };
    await withdraw(id);
    expect(one.gateway.requests('file.release')).toEqual([]);
    await withdraw(next);
    expect(one.gateway.requests('file.release')).toHaveLength(1);
  });

  it('stays in an album with those that are forwarded with it', async () => {
    const one = await alice();
    const files = [0, 1, 2].map((index) => picture(`${index}.png`, { album: album(index, 3) }));
    await one.calls.sendFiles({ conversationId: 'c1', files });
    await sent(
      one,
      files.map(({ id }) => id),
    );
    const next = files.map(({ id }) => ({ id: newId(), of: id }));
    await one.calls.forward({ conversationId: 'c1', messages: next.slice(1) });
    await sent(
      one,
      next.slice(1).map(({ id }) => id),
    );
    const albums = await Promise.all(next.slice(1).map(async ({ id }) => (await bodyOf(one, id)).album));
    expect(albums).toEqual([album(0, 2, next[1]!.id), album(1, 2, next[1]!.id)]);
  });

  it('that arrived unencrypted in an encrypted chat is forwarded, under a key that the gateway does not know', async () => {
    const { one, id } = await sentPicture({ encrypted: true });
    await one.db.messages.update(id, { aside: 1 });
    const next = newId();
    await one.calls.forward({ conversationId: 'c2', messages: [{ id: next, of: id }] });
    await sent(one, [next]);
    const [original, forwarded] = [await bodyOf(one, id), await bodyOf(one, next)];
    expect(forwarded).toMatchObject({ caption: 'our trip', forwarded: true });
    expect(forwarded.file.key).not.toBe(original.file.key);
    expect((await one.message(next)).aside).toBeUndefined();
  });

  it.each(['a message that is not here', 'a withdrawn message', 'a message of a device that waits for consent'])(
    '%s is not forwarded',
    async (what) => {
      const { one, id } = await sentPicture();
      const of = what === 'a message that is not here' ? newId() : id;
      if (what.endsWith('consent')) await one.db.messages.update(id, { untrusted: 1 });
      if (what === 'a withdrawn message') {
        await one.calls.command({ id: newId(), conversationId: 'c1', cmdId: 'withdraw', targets: [id], body: {} });
        await eventually('the withdrawal', async () => (await one.message(id)).withdrawn !== undefined);
      }
      await expect(one.calls.forward({ conversationId: 'c1', messages: [{ id: newId(), of }] })).rejects.toMatchObject({
        code: 'NO_MESSAGE',
      });
    },
  );
});
