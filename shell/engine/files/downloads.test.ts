import { randomBytes } from 'node:crypto';
import type { FileBody } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newFileSecret, sealFile } from '../sealing/file.ts';
import { trimFiles } from './fileCache.ts';
import { eventually, settle } from '../testing/clock.ts';
import { createFakeStore, type FakeStore } from '../testing/fakeStore.ts';
import { type Alice, startAlice } from '../testing/startAlice.ts';

const started: Alice[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  const all = started.splice(0);
  for (const one of all) await one.close();
  await settle();
  expect(
    all.map(({ clock }) => clock.timers),
    'timers left after close',
  ).toEqual(all.map(() => 0));
});

type Me = Alice & { store: FakeStore };
async function alice(): Promise<Me> {
  const one = await startAlice({ store: createFakeStore() });
  started.push(one);
  return one as Me;
}

let serial = 0;

/** Bob sends a file; `lie` is what his message states falsely. */
async function sent(
  one: Me,
  plain: Uint8Array<ArrayBuffer> = new Uint8Array(randomBytes(1_000)),
  {
    chat = 'c1',
    file = {},
    ...lie
  }: Partial<Omit<FileBody, 'file'>> & { chat?: string; file?: Partial<FileBody['file']> } = {},
) {
  const own = (serial += 1);
  const name = `chat/${`${own}`.padStart(36, 'x')}`;
  const secret = newFileSecret();
  const { blob, digest } = await sealFile(new Blob([plain]), secret);
  one.store.objects.set(name, new Uint8Array(await blob.arrayBuffer()));
  const body = {
    file: { key: secret.key, uri: one.store.uriOf(name), digest, preview: '', ...file },
    name: 'cat.png',
    size: plain.length,
    mime: 'image/png',
    ...lie,
  };
  const { id } = await one.pushRow(
    one.gateway.addContent(chat, { id: `bobs ${own}`, type: 'image', message: JSON.stringify(body) }),
  );
  return { id, name, plain, uri: body.file.uri };
}

const bytes = async (blob: Blob) => Buffer.from(await blob.arrayBuffer()).toString('base64');
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fetched',
    (thrown: unknown) => Fault.of(thrown).code,
  );
const progress = (one: Alice, id: string): number[] =>
  one.events.flatMap((event) =>
    event.type === 'fileProgress' && event.id === id && event.doing === 'download' ? [event.percent] : [],
  );
const gets = (one: Me) => one.store.log.filter((step) => step.startsWith('get')).length;

/** A response whose bytes arrive when the test says so. */
function slowly() {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const stream = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
  });
  return {
    answer: () => new Response(stream),
    come: (part: Uint8Array) => controller.enqueue(part),
    end: () => controller.close(),
    break: () => controller.error(new TypeError('reset')),
  };
}

describe('R49 R93 R94 fetching a file', () => {
  it('R49 R93 it is fetched, opened and kept under the type it was sent with', async () => {
    const one = await alice();
    const { id, name, plain } = await sent(one);
    await one.fetchFile({ id });
    const row = (await one.db.files.get(id))!;
    expect([row.state, row.key, row.usedAt, row.blob.type, await bytes(row.blob)]).toEqual([
      'here',
      name,
      one.clock.now(),
      'image/png',
      await bytes(new Blob([plain])),
    ]);
    expect(progress(one, id).slice(-2)).toEqual([100, -1]);
  });

  it('R49 once, for all who ask, and not again', async () => {
    const one = await alice();
    const { id } = await sent(one);
    await Promise.all([one.fetchFile({ id }), one.fetchFile({ id })]);
    await one.fetchFile({ id });
    expect(gets(one)).toBe(1);
  });

  it('R49 R94 what pages hear of it grows with what has come, and stays at 99 until all of it has been checked', async () => {
    const one = await alice();
    const { id, name } = await sent(one, new Uint8Array(randomBytes(100_000)));
    const all = one.store.objects.get(name)!;
    const { answer, come, end } = slowly();
    one.store.faults.fetched = answer;
    const fetching = one.fetchFile({ id });
    const half = all.length / 2;
    come(all.subarray(0, half));
    await eventually('half of it', () => progress(one, id).at(-1) === 50);
    come(all.subarray(half));
    await eventually('all of it', () => progress(one, id).at(-1) === limits.downloadProgressCap);
    expect(await one.db.files.get(id)).toBeUndefined();
    end();
    await fetching;
    expect(progress(one, id)).toEqual([0, 50, 99, 100, -1]);
  });

  it('R49 what the browser has lost is fetched again', async () => {
    const one = await alice();
    const { id } = await sent(one);
    await one.fetchFile({ id });
    vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValueOnce(new DOMException('lost', 'NotReadableError'));
    await one.fetchFile({ id });
    expect(gets(one)).toBe(2);
  });

  it("R49 a file of one's own is here already", async () => {
    const one = await alice();
    const id = 'mine'.padEnd(24, '0');
    await one.sendFile({
      id,
      conversationId: 'c1',
      type: 'file',
      file: new Blob(['mine']),
      body: { name: 'a.txt', mime: 'text/plain', preview: '' },
    });
    await one.fetchFile({ id });
    await one.waitUntilSent(id);
    await one.fetchFile({ id });
    expect([gets(one), await (await one.db.files.get(id))!.blob.text()]).toEqual([0, 'mine']);
  });

  it('T12 only pictures, sound and film keep their type: what a browser may run is bytes', async () => {
    const one = await alice();
    const types = [
      ['image/png', 'image/png'],
      ['image/avif', 'image/avif'],
      ['IMAGE/JPEG; charset=x', 'image/jpeg'],
      ['audio/mpeg', 'audio/mpeg'],
      ['video/mp4', 'video/mp4'],
      ['text/html', ''],
      ['image/svg+xml', ''],
      ['application/xhtml+xml', ''],
      ['application/pdf', ''],
      ['text/javascript', ''],
      ['audio/x;text/html,<script>', 'audio/x'],
      ['audio/<b>', ''],
      ['', ''],
    ];
    const kept = await Promise.all(
      types.map(async ([mime]) => {
        const { id } = await sent(one, undefined, { mime: mime! });
        await one.fetchFile({ id });
        return (await one.db.files.get(id))!.blob.type;
      }),
    );
    expect(kept).toEqual(types.map(([, type]) => type || 'application/octet-stream'));
  });

  it('R49 three come at a time, the others wait their turn', async () => {
    const one = await alice();
    const held = Promise.withResolvers<void>();
    one.store.faults.fetched = async () => {
      await held.promise;
      return new Response(null, { status: 404 });
    };
    const all = await Promise.all(Array.from({ length: 5 }, () => sent(one)));
    const fetching = all.map(({ id }) => codeOf(one.fetchFile({ id })));
    await eventually('three requests', () => gets(one) === 3);
    await settle();
    expect(gets(one)).toBe(3);
    held.resolve();
    expect(await Promise.all(fetching)).toEqual(Array(5).fill('FILE_GONE'));
    expect(gets(one)).toBe(5);
  });
});

describe('R93 T16 what is not opened', () => {
  it.each([
    ['another digest', { file: { digest: Buffer.alloc(32).toString('base64') } }],
    ['another key', { file: { key: Buffer.alloc(64).toString('base64') } }],
    ['no key', { file: { key: '' } }],
    ['more bytes than were spoken of', { size: 900 }],
    ['fewer bytes than were spoken of', { size: 2_000 }],
    ['a size beyond all measure', { size: limits.fileMax + 1 }],
  ])('R93 T16 %s', async (_, lie) => {
    const one = await alice();
    const { id } = await sent(one, undefined, lie);
    expect(await codeOf(one.fetchFile({ id }))).toBe('FILE_CORRUPT');
    expect([await one.db.files.count(), progress(one, id).at(-1)]).toEqual([
      0,
      progress(one, id).length > 0 ? -1 : undefined,
    ]);
  });

  it('R93 T16 a flood is not read to its end', async () => {
    const one = await alice();
    const { id } = await sent(one);
    let pulled = 0;
    one.store.faults.fetched = () =>
      new Response(
        new ReadableStream({
          pull: (controller) => {
            controller.enqueue(new Uint8Array(1_000));
            pulled += 1;
          },
        }),
      );
    expect(await codeOf(one.fetchFile({ id }))).toBe('FILE_CORRUPT');
    await settle();
    expect(pulled).toBeLessThan(6);
  });

  it("R49 a file of the gateway's own store comes from where this device has the gateway, another from where it lies", async () => {
    const one = await alice();
    const own = await sent(one);
    await one.fetchFile({ id: own.id });
    const other = await sent(one);
    const far = `https://store.test/${other.uri.replace('/files/', '')}`;
    const { id } = await one.pushRow(
      one.gateway.addContent('c1', {
        id: 'far',
        type: 'image',
        message: (await one.db.messages.get(other.id))!.content.message.replace(other.uri, far),
      }),
    );
    await one.fetchFile({ id });
    expect(one.store.log.filter((step) => step.startsWith('get'))).toEqual([
      `get http://gateway.test${own.uri}`,
      `get ${far}`,
    ]);
    expect(await one.db.files.count()).toBe(2);
  });

  const name = `chat/${'x'.repeat(36)}`;
  it.each([
    'javascript:alert(1)',
    `data:text/plain,${name}`,
    `file:///${name}`,
    `ftp://store.test/${name}`,
    `/${name}`,
    `//store.test/${name}`,
    `/files/../${name}`,
    `/files/${name}?x`,
    '',
    `https://user:secret@store.test/${name}`,
    `https://store.test/${name}?x`,
    `https://store.test/${name}#x`,
    'https://store.test/gateway/user/logOut',
    `https://store.test/${name}/..`,
    `https://store.test/${name}x`,
  ])("T13 an address that is none of a file's is not asked: %s", async (uri) => {
    const one = await alice();
    const { id } = await sent(one, undefined, { file: { uri } });
    expect(await codeOf(one.fetchFile({ id }))).toBe(uri === '' ? 'FILE_GONE' : 'FILE_CORRUPT');
    expect(gets(one)).toBe(0);
  });
});

describe('R49 what stands in the way', () => {
  it.each([
    [404, 'FILE_GONE'],
    [410, 'FILE_GONE'],
    [403, 'REQUEST_FAILED'],
    [500, 'REQUEST_FAILED'],
    [503, 'REQUEST_FAILED'],
  ])('R49 %i is %s, and it can be asked for again', async (status, code) => {
    const one = await alice();
    const { id } = await sent(one);
    one.store.faults.fetched = () => new Response('no', { status });
    expect(await codeOf(one.fetchFile({ id }))).toBe(code);
    expect(progress(one, id).at(-1)).toBe(-1);
    one.store.faults.fetched = undefined;
    await one.fetchFile({ id });
    expect(await one.db.files.count()).toBe(1);
  });

  it('R49 without a network, and where it breaks in the middle, nothing is kept', async () => {
    const one = await alice();
    const { id } = await sent(one);
    one.store.faults.fetched = () => {
      throw new TypeError('fetch failed');
    };
    expect(await codeOf(one.fetchFile({ id }))).toBe('NO_RESPONSE');
    const broken = slowly();
    one.store.faults.fetched = broken.answer;
    const fetching = codeOf(one.fetchFile({ id }));
    broken.come(new Uint8Array(100));
    await eventually('the first bytes', () => progress(one, id).at(-1)! > 0);
    broken.break();
    expect([await fetching, await one.db.files.count()]).toEqual(['NO_RESPONSE', 0]);
  });

  it('R49 a line that falls silent is given up after 40 s; one that is slow is not', async () => {
    const one = await alice();
    const { id } = await sent(one);
    const silent = slowly();
    one.store.faults.fetched = silent.answer;
    let code = '';
    void codeOf(one.fetchFile({ id })).then((said) => {
      code = said;
    });
    await eventually('the request', () => gets(one) === 1);
    for (let second = 0; second < 3; second += 1) {
      await one.clock.advance(39_000);
      silent.come(new Uint8Array(10));
      await settle();
    }
    expect(code).toBe('');
    await one.clock.advance(40_000);
    await eventually('the end', () => code !== '');
    expect(code).toBe('TIMEOUT');
  });

  it('R95 called off it ends at once, for all who wait, also before its turn; later it can be fetched', async () => {
    const one = await alice();
    const { id } = await sent(one);
    one.store.faults.fetched = slowly().answer;
    const waiting = [codeOf(one.fetchFile({ id })), codeOf(one.fetchFile({ id }))];
    await eventually('the request', () => gets(one) === 1);
    await one.cancelFetch({ id });
    expect(await Promise.all(waiting)).toEqual(['CANCELLED', 'CANCELLED']);
    one.store.faults.fetched = undefined;
    await one.fetchFile({ id });
    expect(await one.db.files.count()).toBe(1);
  });

  it('R60 what is withdrawn while it comes is not kept', async () => {
    const one = await alice();
    const { id, name } = await sent(one);
    const { answer, come, end } = slowly();
    one.store.faults.fetched = answer;
    const fetching = codeOf(one.fetchFile({ id }));
    await eventually('the request', () => gets(one) === 1);
    await one.pushRow(
      one.gateway.addContent('c1', { cmdId: 'withdraw', type: 'withdraw', message: '{}', targets: [id] }),
    );
    come(one.store.objects.get(name)!);
    end();
    expect([await fetching, await one.db.files.count(), await codeOf(one.fetchFile({ id }))]).toEqual([
      'FILE_GONE',
      0,
      'FILE_GONE',
    ]);
  });

  it('R49 what is no file, and what is not here, is gone', async () => {
    const one = await alice();
    const { id } = await one.pushRow(one.gateway.addTextFromBob('c1', 'words'));
    expect([await codeOf(one.fetchFile({ id })), await codeOf(one.fetchFile({ id: "nobody's" }))]).toEqual([
      'FILE_GONE',
      'FILE_GONE',
    ]);
  });
});

describe('R65 R60 files go with what they belong to', () => {
  const fetched = async (one: Me, chat = 'c1') => {
    const { id } = await sent(one, undefined, { chat });
    await one.fetchFile({ id });
    return id;
  };
  const kept = (one: Me) => one.db.files.toCollection().primaryKeys();

  it('R60 with a message that is withdrawn', async () => {
    const one = await alice();
    const [id, other] = [await fetched(one), await fetched(one)];
    await one.pushRow(
      one.gateway.addContent('c1', { cmdId: 'withdraw', type: 'withdraw', message: '{}', targets: [id] }),
    );
    expect(await kept(one)).toEqual([other]);
  });

  it('R49 with one that is deleted here', async () => {
    const one = await alice();
    const [id, other] = [await fetched(one), await fetched(one)];
    await one.forget({ conversationId: 'c1', ids: [id] });
    expect(await kept(one)).toEqual([other]);
  });

  it('R65 with a conversation that is left', async () => {
    const one = await alice();
    one.gateway.addChat('g1', { type: 'group' });
    one.reconnect();
    await eventually('the group', () => one.db.conversations.get('g1'));
    const other = await fetched(one);
    await fetched(one, 'g1');
    await one.pushRow(one.gateway.addContent('g1', { cmdId: 'dismissGroup', type: 'dismissGroup', message: '{}' }));
    expect(await kept(one)).toEqual([other]);
  });

  it('P6 what was used longest ago goes when there is too much; what has still to be uploaded stays', async () => {
    const one = await alice();
    const row = (id: string, usedAt: number, state: 'here' | 'upload' = 'here') => ({
      id,
      key: '',
      state,
      blob: new Blob([new Uint8Array(100)]),
      usedAt,
    });
    await one.db.files.bulkPut([row('b', 2), row('a', 1), row('c', 3), row('upload', 0, 'upload')]);
    await trimFiles(one.db, 250);
    expect(await kept(one)).toEqual(['b', 'c', 'upload']);
    await trimFiles(one.db, 10);
    expect(await kept(one)).toEqual(['c', 'upload']);
  });

  it('P6 being used is noted, though not at every look: a browser writes the file anew with its row', async () => {
    const one = await alice();
    const id = await fetched(one);
    const usedAt = async () => (await one.db.files.get(id))!.usedAt;
    const at = await usedAt();
    await one.clock.advance(60_000);
    await one.fetchFile({ id });
    expect(await usedAt()).toBe(at);
    await one.db.files.update(id, { usedAt: at - 86_400_000 });
    await one.fetchFile({ id });
    expect(await usedAt()).toBe(one.clock.now());
  });
});

describe('R175 the list and the search', () => {
  it('R175 the list has of a picture that it is one, of a file its name; both are found by name', async () => {
    const one = await alice();
    const said = async (type: string, name: string) => {
      await one.pushRow(
        one.gateway.addContent('c1', {
          type,
          message: JSON.stringify({ file: { key: '', uri: '', digest: '', preview: '' }, name, size: 1, mime: '' }),
        }),
      );
      const { preview, previewKind } = await one.chat();
      return previewKind ?? preview;
    };
    expect([
      await said('image', 'holiday.png'),
      await said('video', 'dive.mp4'),
      await said('audio', 'memo.ogg'),
      await said('file', 'Quarterly\u202eReport.pdf'),
    ]).toEqual(['image', 'video', 'memo.ogg', 'QuarterlyReport.pdf']);
    expect((await one.search({ text: 'quarterlyrep' })).map(({ excerpt }) => excerpt)).toEqual(['QuarterlyReport.pdf']);
    expect((await one.search({ text: 'holiday' })).map(({ excerpt }) => excerpt)).toEqual(['holiday.png']);
    expect(
      one.events.flatMap((event) => (event.type === 'messageArrived' ? [event.previewKind ?? event.preview] : [])),
    ).toEqual(['image', 'video', 'memo.ogg', 'QuarterlyReport.pdf']);
  });
});
