import { limits } from '@amber/proto/limits';
import { expect, test } from 'vitest';
import { mentionedIn, previewOf } from './messageKinds.ts';
import { searchableTextOf } from './searchableText.ts';

const voice = (duration: unknown, more: object = {}) =>
  previewOf({
    ...more,
    content: {
      type: 'audio',
      message: JSON.stringify({
        file: { key: 'k', uri: 'u', digest: 'd' },
        name: 'voice.mp3',
        size: 1,
        mime: 'audio/mpeg',
        voice: true,
        duration,
      }),
    } as never,
  });

test('R62 the preview of a voice message names its kind and its length, and pages of older builds show its name', () => {
  expect(voice(7_400)).toEqual({ preview: 'voice.mp3', previewKind: 'voice', previewDuration: 7_400 });
});

test('the length in a preview is bounded, whatever the sender claims', () => {
  expect(voice(1e300).previewDuration).toBe(limits.voiceMax);
  expect(voice('long').previewDuration).toBe(0);
});

test('R60 a withdrawn voice message leaves neither its name nor its length', () => {
  expect(voice(7_400, { withdrawn: { by: 'a', at: 1 } })).toEqual({
    preview: '',
    previewKind: 'withdrawn',
    previewDuration: undefined,
  });
});

test('R212 the preview and the search text of a picture are its current caption; search finds its name, too', () => {
  const picture = (body: object, more: object = {}) =>
    ({
      ...more,
      content: {
        type: 'image',
        message: JSON.stringify({
          file: { key: 'k', uri: 'u', digest: 'd' },
          name: 'a.png',
          size: 1,
          mime: 'image/png',
          ...body,
        }),
      },
    }) as never;
  const caption = { caption: 'our trip', mentions: ['ada'] };
  expect(previewOf(picture({}))).toMatchObject({ preview: 'a.png', previewKind: 'image' });
  expect(previewOf(picture(caption))).toMatchObject({ preview: 'our trip', previewKind: undefined });
  const edited = { edited: { message: '{"text":"my trip"}', at: 1 } };
  expect(previewOf(picture(caption, edited))).toMatchObject({ preview: 'my trip', previewKind: undefined });
  expect(searchableTextOf(picture(caption), 'me')).toBe('our trip a.png');
  expect(searchableTextOf(picture({}), 'me')).toBe('a.png');
  expect(searchableTextOf(picture(caption, { withdrawn: { by: 'a', at: 1 } }), 'me')).toBe('');
  expect(mentionedIn((picture(caption) as { content: never }).content)).toEqual(['ada']);
});
