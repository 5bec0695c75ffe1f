import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { expect, test } from 'vitest';
import type { MetadataConsent } from './MetadataConfirm.tsx';
import { MetadataError, prepareFile, prepareWithMetadata } from './prepareFile.ts';
import { sendFiles } from './sendFiles.ts';

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
  const send = async ({ body }: { body: { name: string } }) => void sent.push(body.name);
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

test('R181 R153 several files go one after the other, in their order; one that could not be kept is told with its reason', async () => {
  const [one, two, none, three] = [file('1.txt'), file('2.txt'), file('none.txt', ''), file('3.txt')];
  const began: string[] = [];
  let under = 0;
  const failed = await sendFiles([one, two, none, three], {
    askConsent: () => expect.unreachable(),
    async send({ body }) {
      began.push(body.name);
      expect((under += 1)).toBe(1);
      await Promise.resolve();
      under -= 1;
      if (body.name === '2.txt') throw new Fault('STORAGE');
    },
  });
  expect(began).toEqual(['1.txt', '2.txt', '3.txt']);
  expect([...failed!].map(([{ name }, { code }]) => [name, code])).toEqual([['2.txt', 'STORAGE']]);
});
