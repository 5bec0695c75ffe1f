import type { EngineCalls } from '@amber/client/bus';
import { lendSound } from '@amber/client/remote';
import type { HostSound, PlayerState } from '@amber/client/sound';
import { fakeHost } from '@amber/client/testing';
import type { FileSource, FileState } from '@amber/conversation/fileSource';
import { Timeline } from '@amber/conversation/Timeline';
import { Fault } from '@amber/proto/faults';
import { act, useRef } from 'react';
import { BehaviorSubject } from 'rxjs';
import { afterEach, expect, test, vi } from 'vitest';
import { useVoice } from './useVoice.tsx';

const conversation = (encrypted: boolean) =>
  ({
    conversionId: 'c',
    spaceId: '',
    type: 'private',
    status: 'normal',
    userInfo: [{ identifier: 'me' }, { identifier: 'ada' }],
    userSetting: { encrypted },
  }) as never;

const voiceMessage = (id: string, more: object = {}) => ({
  id,
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
    id,
    type: 'audio',
    message: JSON.stringify({
      file: { key: 'k', uri: 'u', digest: 'd', preview: '' },
      name: 'voice.mp3',
      size: 48_000,
      mime: 'audio/mpeg',
      duration: 12_000,
      voice: true,
      waveform: [0, 10, 31],
    }),
    sender: { identifier: 'ada', deviceId: 'd' },
    timestamp: 1,
    anonymous: false,
    encrypted: true,
  },
  ...more,
});

interface StageOptions {
  encrypted?: boolean;
  messages?: object[];
  hasPlayer?: boolean;
  engine?: Partial<EngineCalls>;
  settings?: { provider: string; host: string };
}

const noop = () => {};
const until = (check: () => void) =>
  vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    check();
  }, 10_000);

/** A chat with voice messages in a host with or without a player. */
async function stage(options: StageOptions = {}) {
  const { encrypted = false, messages = [voiceMessage('m1')], hasPlayer = true, engine = {}, settings } = options;
  const state$ = new BehaviorSubject<PlayerState>({ track: null, status: 'paused', at: 0, duration: 0, rate: 1 });
  const player = {
    state$,
    play: vi.fn((track: PlayerState['track'], at = 0) =>
      state$.next({ ...state$.value, track, at, status: 'playing', duration: 12_000 }),
    ),
    pause: vi.fn(() => state$.next({ ...state$.value, status: 'paused' })),
    resume: vi.fn(() => state$.next({ ...state$.value, status: 'playing' })),
    seek: vi.fn((at: number) => state$.next({ ...state$.value, at })),
    setRate: vi.fn((rate: PlayerState['rate']) => state$.next({ ...state$.value, rate })),
    stop: vi.fn(),
  };
  const sound = { player, recorder: { start: vi.fn() }, decode: async () => new Int16Array([1]) };
  lendSound((hasPlayer ? sound : null) as unknown as HostSound);
  const file$ = new BehaviorSubject<FileState>({ known: true, blob: null, doing: null, percent: 0, fault: null });
  const blob = new Blob(['mp3'], { type: 'audio/mpeg' });
  const files = {
    state$: () => file$,
    fetch: vi.fn(() => file$.next({ ...file$.value, blob })),
    stop: noop,
    save: noop,
  } satisfies FileSource;
  const host = await fakeHost({
    session: { identifier: 'me' },
    rows: { conversations: [conversation(encrypted)] },
    engine: { voiceDraft: async () => null, cancelTranscription: async () => {}, ...engine },
    api: { speech: { settings: async () => settings ?? { provider: 'iat', host: 'speech.example' } } },
  });
  const people = new Map([['ada', { name: 'Ada', avatar: '' }]]);
  function Screen() {
    const voice = useVoice(conversation(encrypted), useRef(null), noop);
    return (
      <Timeline
        grouping="bubbles"
        messages={messages as never}
        me="me"
        people={people}
        files={files}
        loadVoice={voice?.load}
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
  const screen = await host.open(Screen, '/');
  const nameOf = (one: Element) => one.getAttribute('aria-label') ?? one.textContent ?? '';
  const buttons = () => [...document.querySelectorAll('button')];
  const names = () => buttons().map(nameOf);
  const press = async (name: string) => {
    await until(() => expect(names()).toContain(name));
    await act(async () =>
      buttons()
        .find((one) => nameOf(one) === name)!
        .click(),
    );
  };
  const slider = () => document.querySelector<HTMLInputElement>('input[type=range]')!;
  /**
   * Moves the slider as an arrow key does. React was loaded without a document, so it does not listen for `input` here;
   * the handler is called as React would call it.
   */
  const slide = (to: number) =>
    act(async () => {
      const key = Object.keys(slider()).find((one) => one.startsWith('__reactProps'))!;
      const { onChange } = (slider() as unknown as Record<string, { onChange(event: object): void }>)[key]!;
      onChange({ target: { value: String(to) } });
    });
  return { host, screen, player, state$, files, names, press, slider, slide };
}

const convertButton = () =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Convert to text')!;

afterEach(() => {
  localStorage.clear();
});

test('R181 a voice message plays in the player of the app, with its sender and the way back', async () => {
  const { player, press, screen, files } = await stage();
  history.replaceState(null, '', '/chat/channels/me/c');
  await until(() => expect(screen.text()).toContain('0:12'));
  await press('Play');
  await until(() => expect(player.play).toHaveBeenCalled());
  const [track, at] = player.play.mock.calls[0]!;
  expect(track).toMatchObject({ id: 'm1', conversationId: 'c', title: 'Ada', duration: 12_000 });
  expect(track!.path).toBe('/channels/me/c');
  expect(at).toBeUndefined();
  expect(await track!.load()).toBeInstanceOf(Blob);
  expect(files.fetch).toHaveBeenCalledWith('m1');
  await press('Pause');
  expect(player.pause).toHaveBeenCalled();
  expect(screen.text()).toContain('0:00 / 0:12');
});

test('R181 the waveform is a slider by keys, from left to right in every language, before and while it plays', async () => {
  const { player, press, slider, slide } = await stage();
  await until(() => expect(slider()).not.toBeNull());
  expect([slider().getAttribute('aria-label'), slider().getAttribute('aria-valuetext'), slider().dir]).toEqual([
    'Position',
    '0:00 of 0:12',
    'ltr',
  ]);
  await slide(6_000);
  expect(slider().getAttribute('aria-valuetext')).toBe('0:06 of 0:12');
  await press('Play');
  await until(() => expect(player.play).toHaveBeenCalled());
  expect(player.play.mock.calls[0]![1]).toBe(6_000);
  await slide(9_000);
  expect(player.seek).toHaveBeenCalledWith(9_000);
});

test('R181 the speed goes through 1, 1.5 and 2 and is that of the player', async () => {
  const { player, press, names } = await stage();
  await until(() => expect(names()).toContain('Play'));
  expect(names()).not.toContain('Speed 1×'); // it is shown while the message is in the player
  await press('Play');
  await press('Speed 1×');
  await press('Speed 1.5×');
  await press('Speed 2×');
  expect(player.setRate.mock.calls.map(([rate]) => rate)).toEqual([1.5, 2, 1]);
});

test('R181 in a host without a player it plays by itself, and offers no conversion', async () => {
  const { files, press, names } = await stage({ hasPlayer: false });
  await press('Play');
  expect(files.fetch).toHaveBeenCalledWith('m1');
  await until(() => expect(document.querySelector('audio')).not.toBeNull());
  expect(names()).not.toContain('Convert to text');
});

test('R145 R147 the text grows while it is heard, is shown below the message and can be copied', async () => {
  const result = Promise.withResolvers<{ text: string }>();
  const { host, screen, press, names } = await stage({ engine: { transcribe: () => result.promise } });
  await press('Convert to text');
  await screen.waitForText(/Converting to text/);
  await act(async () =>
    host.emit({ type: 'transcription', id: 'm1', status: 'processing', text: 'Good mor', fault: '' }),
  );
  await screen.waitForText(/Good mor/);
  expect(names()).not.toContain('Copy the text');
  await act(async () => result.resolve({ text: 'Good morning' }));
  await screen.waitForText(/Good morning/);
  expect(names()).not.toContain('Convert to text');
  const writeText = vi.fn(async () => {});
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  await press('Copy the text');
  await until(() => expect(writeText).toHaveBeenCalledWith('Good morning'));
});

test('R147 the focus stays on the button from one step to the next', async () => {
  const transcribe = vi
    .fn<EngineCalls['transcribe']>()
    .mockRejectedValueOnce(new Fault('SPEECH_FAILED'))
    .mockRejectedValueOnce(new Fault('CANCELLED'));
  const { press, names } = await stage({ engine: { transcribe } });
  const focused = () => document.activeElement!;
  await until(() => expect(names()).toContain('Convert to text'));
  convertButton().focus();
  await press('Convert to text');
  await until(() => expect(focused().textContent).toBe('Try again'));
  await press('Try again');
  await until(() => expect(focused().textContent).toBe('Convert to text'));
});

test('R145 the text that another sender claims is not shown as that of the sound; my own is', async () => {
  const claim = (id: string, sender: string) => {
    const { content, ...row } = voiceMessage(id);
    const body = { ...(JSON.parse(content.message) as object), transcript: `Claim of ${sender}` };
    return {
      ...row,
      content: { ...content, message: JSON.stringify(body), sender: { identifier: sender, deviceId: 'd' } },
    };
  };
  const other = await stage({ messages: [claim('m1', 'ada')] });
  await until(() => expect(other.names()).toContain('Convert to text'));
  expect(other.screen.text()).not.toContain('Claim of ada');
  const own = await stage({ messages: [claim('m2', 'me')] });
  await own.screen.waitForText(/Claim of me/);
  expect(own.names()).not.toContain('Convert to text');
});

test('R147 a stored text is shown without a conversion', async () => {
  const { screen, names } = await stage({
    messages: [voiceMessage('m1', { transcript: { text: 'Good night', at: 1 } })],
  });
  await screen.waitForText(/Good night/);
  expect(names()).not.toContain('Convert to text');
});

test('R145 an error says why, and another attempt starts afresh', async () => {
  const transcribe = vi
    .fn<EngineCalls['transcribe']>()
    .mockRejectedValueOnce(new Fault('SPEECH_EMPTY'))
    .mockResolvedValueOnce({ text: 'Good morning' });
  const { screen, press } = await stage({ engine: { transcribe } });
  await press('Convert to text');
  await screen.waitForText(/No words were heard/);
  await press('Try again');
  await screen.waitForText(/Good morning/);
});

test('R147 what is not set up is said once, with whom to ask', async () => {
  const transcribe = vi.fn();
  const { screen, press, names } = await stage({
    settings: { provider: '', host: '' },
    engine: { transcribe },
    messages: [voiceMessage('m1'), voiceMessage('m2', { order: 2, seq: 2 })],
  });
  await until(() => expect(names()).toContain('Convert to text'));
  convertButton().focus();
  await press('Convert to text');
  await screen.waitForText(/Ask the operator of this server/);
  expect(transcribe).not.toHaveBeenCalled();
  expect(names()).not.toContain('Convert to text');
  expect(names()).not.toContain('Try again');
  // The button is gone, so its message has the focus.
  expect(document.activeElement).toBe(document.querySelector('article'));
});

test('an encrypted chat asks once before its sound leaves the device, and names who hears it', async () => {
  const transcribe = vi.fn(async ({ id }: { id: string }) => ({ text: `Text of ${id}` }));
  const { screen, press } = await stage({ encrypted: true, engine: { transcribe } });
  await press('Convert to text');
  await until(() => expect(document.body.textContent).toContain('speech.example'));
  await press('Cancel');
  expect(transcribe).not.toHaveBeenCalled();
  await press('Convert to text');
  await press('Convert');
  await screen.waitForText(/Text of m1/);

  const later = await stage({ encrypted: true, engine: { transcribe }, messages: [voiceMessage('m3')] });
  localStorage.setItem('amber-speech-consent me c', 'iat speech.example');
  await later.press('Convert to text');
  await later.screen.waitForText(/Text of m3/);
});
