import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeFileName, readFile, readMessage, readText } from './bodies.ts';
import { limits } from './limits.ts';

const file = { key: 'k', uri: 'u', digest: 'd', preview: 'data:image/webp;base64,AA' };
const whole = { file, name: 'cat.png', size: 5, mime: 'image/png', width: 4, height: 3, duration: 2 };
const read = (body: unknown, type = 'image') => readFile({ type, message: JSON.stringify(body) });

describe("T11 R98 a file's name", () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['Ελλάδα 旅行 👩‍👩‍👧.jpg', 'Ελλάδα 旅行 👩‍👩‍👧.jpg'],
    ['evil\u202egnp.exe', 'evilgnp.exe'],
    ['a\u0000b\nc.txt', 'abc.txt'],
    ['../../etc/passwd', '....etcpasswd'],
    ['C:\\x.txt', 'C:x.txt'],
    ['', 'file'],
    ['\u200f/\\', 'file'],
    ['  a  ', 'a'],
  ])('%j is shown as %j', (name, shown) => expect(safeFileName(name)).toBe(shown));

  it('is never longer than it may be, loses its middle rather than its ending, and is the same when it is cleaned again', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.stringMatching(/^\.[a-z]{1,5}$/),
        (name, ending) => {
          const shown = safeFileName(`x${name}${ending}`);
          expect([...shown].length).toBeLessThanOrEqual(limits.fileNameMax);
          expect(shown.endsWith(ending)).toBe(true);
          expect(safeFileName(shown)).toBe(shown);
        },
      ),
    );
  });
});

describe("R62 R92 a file's body", () => {
  it.each(['image', 'video', 'audio', 'file'])('%s is read whole', (type) => expect(read(whole, type)).toEqual(whole));

  it.each([['text'], ['system'], ['constructor'], ['']])('%j is no file', (type) =>
    expect(read(whole, type)).toBeNull(),
  );

  it.each([
    ['no file', { ...whole, file: undefined }],
    ['a key that is none', { ...whole, file: { ...file, key: 1 } }],
    ['no address', { ...whole, file: { ...file, uri: undefined } }],
    ['no digest', { ...whole, file: { ...file, digest: null } }],
    ['no name', { ...whole, name: undefined }],
    ['a size below zero', { ...whole, size: -1 }],
    ['a size that is none', { ...whole, size: '5' }],
    ['no type', { ...whole, mime: undefined }],
    ['no object', 'words'],
    ['a list', []],
  ])('with %s it is none', (_, body) => expect(read(body)).toBeNull());

  it.each([
    [
      'a preview that a browser could run',
      { file: { ...file, preview: 'data:image/svg+xml;base64,AA' } },
      { file: { ...file, preview: '' } },
    ],
    [
      'a preview from elsewhere',
      { file: { ...file, preview: 'https://tracker.example/x.png' } },
      { file: { ...file, preview: '' } },
    ],
    ['a width alone', { height: undefined }, { width: undefined, height: undefined }],
    [
      'measures that are none',
      { width: 0, height: '3', duration: -1 },
      { width: undefined, height: undefined, duration: undefined },
    ],
  ])('%s is left out', (_, lie, kept) =>
    expect(read({ ...whole, ...lie })).toEqual(JSON.parse(JSON.stringify({ ...whole, ...kept }))),
  );

  it('whatever it is, it is a body or none', () => {
    fc.assert(fc.property(fc.json(), (message) => void readFile({ type: 'file', message })));
  });
});

describe('R62 the body of a voice message', () => {
  const audio = { file, name: 'voice.mp3', size: 5, mime: 'audio/mpeg', duration: 2 };
  const voice = { ...audio, voice: true, waveform: [0, 5, 31], transcript: '你好' };

  it('R62 is read whole', () => {
    expect(read(voice, 'audio')).toEqual(voice);
    const longest = { ...voice, waveform: Array<number>(limits.waveformMax).fill(limits.waveformPeak) };
    expect(read(longest, 'audio')).toEqual(longest);
  });

  it.each(['image', 'video', 'file'])('R62 means nothing in the type %s', (type) =>
    expect(read(voice, type)).toEqual(audio),
  );

  it.each([
    ['a mark that is not true', { voice: 1 }, { voice: undefined, waveform: undefined, transcript: undefined }],
    ['a waveform that is too long', { waveform: Array(65).fill(1) }, { waveform: undefined }],
    ['a waveform of nothing', { waveform: [] }, { waveform: undefined }],
    ['a value below zero', { waveform: [0, -1] }, { waveform: undefined }],
    ['a value over the peak', { waveform: [32] }, { waveform: undefined }],
    ['a value between two', { waveform: [1.5] }, { waveform: undefined }],
    ['a value that is none', { waveform: [null, '1'] }, { waveform: undefined }],
    ['a waveform that is none', { waveform: { length: 1, 0: 1 } }, { waveform: undefined }],
    ['a transcript that is none', { transcript: ['a'] }, { transcript: undefined }],
    ['a transcript without a letter, which says that no words were heard', { transcript: '' }, { transcript: '' }],
    ['a transcript that is too long', { transcript: 'a'.repeat(limits.textMax + 1) }, { transcript: undefined }],
  ])('R62 %s is left out', (_, lie, kept) =>
    expect(read({ ...voice, ...lie }, 'audio')).toEqual(JSON.parse(JSON.stringify({ ...voice, ...kept }))),
  );
});

it.each(['hologram', 'constructor', 'system', ''])(
  'R62 a message of the type %j is of no kind that is known here',
  (type) => {
    expect(readMessage({ type, message: '{"text":"x"}' })).toBeNull();
  },
);

it.each([
  ['image', { picture: 'image' }],
  ['poll', {}],
  [{}, {}],
])('R171 a quote that says %j was quoted keeps it only where that is a picture', (picture, kept) => {
  const quote = { id: 'm1', author: 'a', text: 'hills.png', picture };
  expect(readText({ type: 'text', message: JSON.stringify({ text: 'nice', quote }) })?.quote).toEqual({
    id: 'm1',
    author: 'a',
    text: 'hills.png',
    ...kept,
  });
});

describe("R212 a file's caption and its place in an album", () => {
  const album = { id: 'a1', index: 1, count: 3 };

  it.each([
    ['a caption', { caption: 'our trip @Ada', mentions: ['ada'] }],
    ['a place in an album', { album }],
    ['the mark of a forwarded message', { forwarded: true }],
  ])('%s is read', (_, fields) => expect(read({ ...whole, ...fields })).toEqual({ ...whole, ...fields }));

  it.each([
    ['a caption that is no text', { caption: 5, mentions: ['ada'] }],
    ['an empty caption', { caption: ' \n' }],
    ['a caption longer than any text', { caption: 'x'.repeat(limits.textMax + 1) }],
    ['a mark that is none', { forwarded: 'yes' }],
    ['an album without an id', { album: { ...album, id: '' } }],
    ['an album with a long id', { album: { ...album, id: 'x'.repeat(limits.idMax + 1) } }],
    ['an album of one', { album: { id: 'a1', index: 0, count: 1 } }],
    ['an album of too many', { album: { ...album, count: limits.albumMax + 1 } }],
    ['a place beyond the album', { album: { ...album, index: 3 } }],
    ['a place before it', { album: { ...album, index: -1 } }],
    ['a place between two', { album: { ...album, index: 0.5 } }],
    ['no album', { album: 'a1' }],
  ])('%s is left out', (_, lie) => expect(read({ ...whole, ...lie })).toEqual(whole));

  it.each(['audio', 'file'])('%s has no place in an album', (type) =>
    expect(read({ ...whole, album }, type)).toEqual(whole),
  );

  it('a voice message has no caption', () =>
    expect(read({ ...whole, voice: true, caption: 'words' }, 'audio')).toEqual({ ...whole, voice: true }));
});

/** How the pages of 23 November 2026 (commit 42fcbe4) read a file: `readFile` of then, without its quote. */
function readAsOlderBuild({ type, message }: { type: string; message: string }) {
  if (!['image', 'video', 'audio', 'file'].includes(type)) return null;
  const { file, name, size, mime, width, height } = JSON.parse(message) as Record<string, unknown>;
  const { key, uri, digest, preview } = (file ?? {}) as Record<string, unknown>;
  if ([key, uri, digest, name, mime].some((value) => typeof value !== 'string') || !((size as number) >= 0))
    return null;
  return { file: { key, uri, digest, preview }, name, size, mime, width, height };
}

it('R212 an older build shows every picture of an album, as a message of its own', () => {
  const bodies = [0, 1, 2].map((index) => ({
    ...whole,
    name: `${index}.png`,
    ...(index === 0 && { caption: 'our trip', mentions: ['ada'] }),
    forwarded: true,
    album: { id: 'a1', index, count: 3 },
  }));
  expect(bodies.map((body) => readAsOlderBuild({ type: 'image', message: JSON.stringify(body) }))).toEqual(
    bodies.map(({ name }) => ({ file, name, size: 5, mime: 'image/png', width: 4, height: 3 })),
  );
});

it.each([
  [
    { from: 0, to: 5 },
    { from: 0, to: 5 },
  ],
  [
    { from: 3, to: limits.textMax },
    { from: 3, to: limits.textMax },
  ],
  [{ from: 5, to: 5 }, undefined],
  [{ from: -1, to: 5 }, undefined],
  [{ from: 0.5, to: 5 }, undefined],
  [{ from: '0', to: '5' }, undefined],
  [{ from: 0, to: limits.textMax + 1 }, undefined],
  [{ from: 0 }, undefined],
  [[0, 5], undefined],
  [null, undefined],
])('R171 a quote of the part %j is a quote of %j', (part, kept) => {
  const quote = { id: 'm1', author: 'a', text: 'what was said', part };
  expect(readText({ type: 'text', message: JSON.stringify({ text: 'yes', quote }) })?.quote).toEqual({
    id: 'm1',
    author: 'a',
    text: 'what was said',
    ...(kept && { part: kept }),
  });
});
