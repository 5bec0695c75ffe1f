import { limits } from '@amber/proto/limits';
import { expect, test } from 'vitest';
import { previewOf } from './messageKinds.ts';

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
