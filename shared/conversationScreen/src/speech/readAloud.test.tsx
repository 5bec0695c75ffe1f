import { lendSound } from '@amber/client/remote';
import type { HostSound, SpeechState, SpeechTrack } from '@amber/client/sound';
import { fakeHost } from '@amber/client/testing';
import type { FileSource } from '@amber/conversation/fileSource';
import { Timeline } from '@amber/conversation/Timeline';
import { Fault } from '@amber/proto/faults';
import { act } from 'react';
import { BehaviorSubject, EMPTY } from 'rxjs';
import { afterEach, expect, test, vi } from 'vitest';
import { createReadAloud } from './createReadAloud.ts';
import { useReadAloud } from './useReadAloud.ts';

afterEach(() => lendSound(null as never));

const silence: SpeechState = {
  track: null,
  status: 'paused',
  fault: '',
  cloned: false,
  at: 0,
  duration: 0,
  textFrom: 0,
  textTo: 0,
};
const conversation = (type: 'robot' | 'group' | 'private', encrypted = false) =>
  ({
    conversionId: 'c',
    spaceId: '',
    type,
    status: 'normal',
    userInfo: [{ identifier: 'me' }, { identifier: 'ada' }],
    userSetting: { encrypted },
  }) as never;
const answer = { text: 'One. Two.', question: 'q', round: 0, chunks: 1, state: 'done' };
const messageOf = (type: string, body: object, more: object = {}) =>
  ({
    id: 'm1',
    conversationId: 'c',
    seq: 1,
    order: 1,
    copy: 'open',
    isRead: true,
    createdAt: 1,
    error: '',
    fault: '',
    loading: false,
    pending: false,
    content: {
      id: 'm1',
      type,
      message: JSON.stringify(body),
      sender: { identifier: 'ada', deviceId: 'd' },
      timestamp: 1,
      anonymous: false,
      encrypted: false,
    },
    ...more,
  }) as never;
const noop = () => {};

interface StageOptions {
  type?: 'robot' | 'group' | 'private';
  encrypted?: boolean;
  host?: string;
}

async function stage({ type = 'group', encrypted = false, host = '' }: StageOptions = {}) {
  const state$ = new BehaviorSubject<SpeechState>(silence);
  const speech = {
    state$,
    speak: vi.fn((track: SpeechTrack) => state$.next({ ...silence, track, status: 'loading' })),
    pause: vi.fn(() => state$.next({ ...state$.value, status: 'paused' })),
    resume: vi.fn(() => state$.next({ ...state$.value, status: 'playing' })),
    stop: vi.fn(() => state$.next(silence)),
  };
  lendSound({ speech } as unknown as HostSound);
  const voices = { host, fault: '' };
  const page = await fakeHost({
    session: { identifier: 'me' },
    rows: { conversations: [conversation(type, encrypted)] },
    api: {
      aiBot: {
        getVoices: async () => {
          if (voices.fault) throw new Fault(voices.fault);
          return { host: voices.host };
        },
      },
    },
  });
  localStorage.clear();
  const newSource = () => createReadAloud(conversation(type, encrypted), speech);
  return {
    speech,
    voices,
    page,
    newSource,
    source: newSource(),
    show: (next: Partial<SpeechState>) => act(async () => state$.next({ ...state$.value, ...next })),
  };
}

const text = messageOf('text', { text: 'Some **bold** words' });

test('R131 asks once before a service gets a text of a person, and again for another service', async () => {
  const { source, newSource, voices } = await stage({ host: 'voice.example' });
  expect(await source.consentNeeded(text)).toBe('voice.example');
  source.giveConsent('voice.example');
  expect(await source.consentNeeded(text)).toBeNull();
  expect(await newSource().consentNeeded(text)).toBeNull();
  voices.host = 'other.example';
  expect(await source.consentNeeded(text)).toBe('other.example');
  // The text of a bot has come through a service already.
  expect(await source.consentNeeded(messageOf('ai', answer))).toBeNull();
});

test('R131 nothing is asked where the server computes the voices itself, and offline the last service counts', async () => {
  const { source, voices } = await stage();
  voices.fault = 'NO_RESPONSE';
  await expect(source.consentNeeded(text)).rejects.toMatchObject({ code: 'NO_RESPONSE' });
  voices.fault = '';
  expect(await source.consentNeeded(text)).toBeNull();
  voices.fault = 'NO_RESPONSE';
  expect(await source.consentNeeded(text)).toBeNull();
});

test.each([
  ['in an encrypted chat', true, {}],
  ['that was sent encrypted', false, { copy: 'acked' }],
])('R32 R131 a text %s is read by this device alone', async (_, encrypted, more) => {
  const { source, speech } = await stage({ type: 'private', encrypted, host: 'voice.example' });
  const message = messageOf('text', { text: 'Some **bold** words' }, more);
  expect(await source.consentNeeded(message)).toBeNull();
  source.read(message, 'Ada');
  await expect.poll(() => speech.speak).toHaveBeenCalled();
  expect(speech.speak.mock.lastCall![0]).toMatchObject({ id: 'm1', title: 'Ada', sealedText: 'Some bold words' });
});

test('R131 the text of an open message stays with the server', async () => {
  const { source, speech } = await stage({ type: 'private' });
  source.read(text, 'Ada');
  await expect.poll(() => speech.speak).toHaveBeenCalled();
  expect(speech.speak.mock.lastCall![0].sealedText).toBeUndefined();
});

const files = { state$: () => EMPTY, fetch: noop, stop: noop, save: noop } as unknown as FileSource;
const people = new Map([['ada', { name: 'Robo', avatar: '' }]]);

test('R132 below an answer it is read, paused, stopped, and tried again after a failure', async () => {
  const { page, speech, show } = await stage({ type: 'robot' });
  function Screen() {
    return (
      <Timeline
        grouping="bubbles"
        messages={[messageOf('ai', answer)]}
        me="me"
        people={people}
        files={files}
        loadReadAloud={useReadAloud(conversation('robot'))}
        hasOlder={false}
        unread={0}
        firstUnread={null}
        onReachOldest={noop}
        onSeen={noop}
        onRetry={noop}
        onDiscard={noop}
        onCopy={noop}
      />
    );
  }
  const screen = await page.open(Screen, '/ai/c');
  const names = () =>
    [...document.querySelectorAll('article button')].map((one) => one.getAttribute('aria-label') ?? one.textContent);
  await vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(names()).toContain('Read aloud');
  }, 10_000);
  await screen.press('Read aloud');
  await vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(speech.speak).toHaveBeenCalledOnce();
  }, 10_000);
  expect(speech.speak.mock.lastCall![0]).toMatchObject({ id: 'm1', conversationId: 'c', title: 'Robo' });
  expect(document.querySelector('article')!.textContent).toContain('Getting the voice…');
  expect(names()).toContain('Stop reading');
  await show({ status: 'playing' });
  await screen.press('Pause');
  expect(names()).toEqual(expect.arrayContaining(['Go on', 'Stop reading']));
  await screen.press('Go on');
  await screen.press('Stop reading');
  expect(names()).toContain('Read aloud');
  await screen.press('Read aloud');
  await expect.poll(() => speech.speak).toHaveBeenCalledTimes(2);
  await show({ status: 'failed', fault: 'VOICE_FAILED' });
  expect(document.querySelector('article [role=alert]')!.textContent).toBe('This could not be read aloud');
  await screen.press('Try again');
  await expect.poll(() => speech.speak).toHaveBeenCalledTimes(3);
});
