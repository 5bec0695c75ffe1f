import type { ConversationRow, MessageRow } from '@amber/client/db';
import { expect, test } from 'vitest';
import { chatNotification } from './chatNotification.ts';

const device = {
  sound: true,
  badge: true,
  notify: true,
  text: true,
  sealedText: false,
  mentionsOnly: false,
  quiet: false,
  quietFrom: 0,
  quietTo: 0,
};
const conversation = {
  conversionId: 'b1',
  type: 'robot',
  spaceId: '',
  unread: 1,
  userSetting: null,
  userInfo: [{ identifier: 'momo', lastName: 'Momo' }],
} as unknown as ConversationRow;
const message = (type: string) => ({ id: 'm', seq: 3, content: { type, encrypted: false } }) as unknown as MessageRow;
const notice = (type: string, previewKind: 'ai' | undefined, text = true) =>
  chatNotification(
    { conversation, message: message(type), me: 'me', sender: '', preview: 'At eight', previewKind },
    { ...device, text },
  );

test('R169 a notification of an AI’s words says whose they are, also without them', () => {
  expect(notice('ai', 'ai')).toMatchObject({ title: 'Momo · AI', body: 'At eight', path: '/ai/b1' });
  expect(notice('ai', 'ai', false)).toMatchObject({ title: 'Momo · AI', body: 'New message' });
  expect(notice('text', undefined)).toMatchObject({ title: 'Momo', body: 'At eight' });
});

test('R62 a notification of a voice message names its kind and its length', () => {
  const preview = { preview: 'voice.mp3', previewKind: 'voice', previewDuration: 7_400 } as const;
  const input = { conversation, message: message('audio'), me: 'me', sender: '', ...preview };
  expect(chatNotification(input, { ...device, text: true })).toMatchObject({ body: 'Voice message, 0:07' });
  expect(chatNotification(input, { ...device, text: false })).toMatchObject({ body: 'New message' });
});
