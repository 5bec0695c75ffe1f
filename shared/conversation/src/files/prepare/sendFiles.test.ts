import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { expect, test } from 'vitest';
import type { MetadataConsent } from './MetadataConfirm.tsx';
import { MetadataError, prepareFile, prepareWithMetadata } from './prepareFile.ts';
import { placeInAlbums } from './albums.ts';
import type { PreparedFile } from './preparedFile.ts';
import { type SendFiles, sendFiles } from './sendFiles.ts';

const file = (name: string, text = 'words', type = 'text/plain') => new File([text], name, { type });

test('R98 a file that is empty or too large is refused by name of what is wrong', async () => {
  await expect(prepareFile(file('empty.txt', ''))).rejects.toMatchObject({ code: 'FILE_EMPTY' });
  const large = file('large.bin');
  Object.defineProperty(large, 'size', { value: limits.fileMax + 1 });
  await expect(prepareFile(large)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
});

test('R98 what cannot be read, such as a folder, is refused', async () => {
  const folder = file('folder', '');
  folder.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new TypeError('a folder')) });
  await expect(prepareFile(folder)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
});

const png = '\u0089PNG\r\n\u001a\n';
const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
/** It has no pixels, so nothing can show it. */
const unshown = (name: string) =>
  new File([bytesOf(`${png}\0\0\0\u0003tEXtAnn\0\0\0\0\0\0\0\0IEND\0\0\0\0`)], name, { type: 'image/png' });
const canary = '52.5200N 13.4050E';
const damaged = (name: string) => new File([bytesOf(`${png}\0\0\0\u00fftEXt${canary}`)], name, { type: 'image/png' });

test('T12 R98 a picture that cannot be shown goes as a file, without its metadata', async () => {
  const { type, file: sent, body } = await prepareFile(unshown('none.png'));
  expect({ type, body }).toEqual({ type: 'file', body: { name: 'none.png', mime: 'image/png', preview: '' } });
  expect(await sent.text()).not.toContain('Ann');
});

test('R98 a picture whose metadata cannot be removed is refused, and is prepared as it is on request alone', async () => {
  const picture = damaged('berlin.png');
  await expect(prepareFile(picture)).rejects.toThrow(MetadataError);
  const { type, file: sent, body } = await prepareWithMetadata(picture);
  expect({ type, body }).toEqual({ type: 'file', body: { name: 'berlin.png', mime: 'image/png', preview: '' } });
  expect(await sent.text()).toContain(canary);
  // It is asked each time.
  await expect(prepareFile(picture)).rejects.toThrow(MetadataError);
});

test('R98 of several files none goes before the person has agreed to those with hidden details', async () => {
  const chosen = [file('1.txt'), damaged('a.png'), damaged('b.png')];
  const sent: string[] = [];
  const send: SendFiles = async (files) => void sent.push(...files.map(({ body }) => body.name));
  const asked: string[][] = [];
  const answering =
    (isAgreed: boolean) =>
    ({ names, answer }: MetadataConsent) => {
      expect(sent).toEqual([]);
      asked.push([...names]);
      answer(isAgreed);
    };
  expect(await sendFiles(chosen, { send, askConsent: answering(false) })).toBeNull();
  expect(sent).toEqual([]);
  expect(await sendFiles(chosen, { send, askConsent: answering(true) })).toEqual(new Map());
  expect(sent).toEqual(['1.txt', 'a.png', 'b.png']);
  expect(asked).toEqual([
    ['a.png', 'b.png'],
    ['a.png', 'b.png'],
  ]);
});

test('a file is looked at once', () => {
  const one = file('one.txt');
  expect(prepareFile(one)).toBe(prepareFile(one));
});

test('R212 R181 several files are one sending, in their order; the first has the text and the quote', async () => {
  const [one, two, none, three] = [file('1.txt'), file('2.txt'), file('none.txt', ''), file('3.txt')];
  const sendings: (readonly PreparedFile[])[] = [];
  const failed = await sendFiles([one, two, none, three], {
    first: { caption: 'our trip', mentions: ['ada'], quote: { id: 'q', author: 'ada', text: 'where?' } },
    askConsent: () => expect.unreachable(),
    send: async (files) => void sendings.push(files),
  });
  expect(failed).toEqual(new Map());
  expect(sendings.map((files) => files.map(({ body }) => [body.name, body.caption, body.quote?.id]))).toEqual([
    [
      ['1.txt', 'our trip', 'q'],
      ['2.txt', undefined, undefined],
      ['3.txt', undefined, undefined],
    ],
  ]);
});

test('R153 files that could not be kept are told with their reason', async () => {
  const [one, two] = [file('1.txt'), file('2.txt')];
  const failed = await sendFiles([one, two], {
    askConsent: () => expect.unreachable(),
    send: () => Promise.reject(new Fault('STORAGE')),
  });
  expect([...failed!].map(([{ name }, { code }]) => [name, code])).toEqual([
    ['1.txt', 'STORAGE'],
    ['2.txt', 'STORAGE'],
  ]);
});

test('R212 a photo that is sent as a file is not shown as a photo, and has no hidden details', async () => {
  const sent: PreparedFile[] = [];
  await sendFiles([unshown('none.png')], {
    quality: 'file',
    askConsent: () => expect.unreachable(),
    send: async (files) => void sent.push(...files),
  });
  expect(sent.map(({ type, body }) => [type, body])).toEqual([
    ['file', { name: 'none.png', mime: 'image/png', preview: '' }],
  ]);
  expect(await sent[0]!.file.text()).not.toContain('Ann');
});

test('R212 neighbouring pictures and videos are an album, of ten at most', () => {
  const of = (type: PreparedFile['type']): PreparedFile => ({
    type,
    file: new Blob(['x']),
    body: { name: 'a', mime: '', preview: '' },
  });
  const places = (types: PreparedFile['type'][]) =>
    placeInAlbums(types.map(of)).map(({ body: { album } }) => album && `${album.index} of ${album.count}`);
  expect(places(['image'])).toEqual([undefined]);
  expect(places(['image', 'video', 'file', 'image'])).toEqual(['0 of 2', '1 of 2', undefined, undefined]);
  expect(places(Array.from({ length: 12 }, () => 'image'))).toEqual([
    ...Array.from({ length: 10 }, (_, index) => `${index} of 10`),
    '0 of 2',
    '1 of 2',
  ]);
  const ids = placeInAlbums(Array.from({ length: 12 }, () => of('image'))).map(({ body }) => body.album!.id);
  expect(new Set(ids).size).toBe(2);
});
