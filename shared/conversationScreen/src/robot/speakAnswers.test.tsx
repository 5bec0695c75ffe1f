import { lendSound } from '@amber/client/remote';
import type { HostSound, SpeechTrack } from '@amber/client/sound';
import { fakeHost } from '@amber/client/testing';
// oxlint-disable-next-line no-restricted-imports -- the test writes rows, as the engine does
import { hostDb } from '@amber/client/hostDb';
import { act } from 'react';
import { BehaviorSubject } from 'rxjs';
import { afterEach, expect, test, vi } from 'vitest';
import { SpeakAnswers } from './SpeakAnswers.tsx';

afterEach(() => lendSound(null as never));

const conversation = {
  conversionId: 'c',
  type: 'robot',
  name: '',
  userInfo: [
    { identifier: 'me', lastName: 'Me' },
    { identifier: 'bot', lastName: 'Robo' },
  ],
} as never;

const row = (id: string, order: number, type: string, sender: string, body: object) => ({
  id,
  conversationId: 'c',
  order,
  seq: order,
  copy: 'open',
  content: { id, type, message: JSON.stringify(body), sender: { identifier: sender, deviceId: 'd' }, encrypted: false },
});
const question = (id: string, order: number) => row(id, order, 'text', 'me', { text: 'Why?' });
const answerTo = (id: string, order: number, to: string, state = 'writing') =>
  row(id, order, 'ai', 'bot', { text: 'So', question: to, round: 0, chunks: 1, state });

/** The chat has one old answer. */
async function stage() {
  const state$ = new BehaviorSubject<{ track: SpeechTrack | null }>({ track: null });
  const speech = {
    state$,
    speak: vi.fn((track: SpeechTrack) => state$.next({ track })),
    stop: vi.fn(() => state$.next({ track: null })),
  };
  lendSound({ speech } as unknown as HostSound);
  const host = await fakeHost({
    session: { identifier: 'me' },
    rows: { messages: [question('q1', 1), answerTo('a1', 2, 'q1', 'done')] },
  });
  localStorage.clear();
  const isFocused = vi.fn(() => true);
  const open = async () => {
    const screen = await host.open(() => <SpeakAnswers conversation={conversation} me="me" />, '/ai/c');
    Object.assign(document, { hasFocus: isFocused });
    return screen;
  };
  const put = async (message: object) => {
    await act(async () => {
      await hostDb()!.messages.put(message as never);
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
  };
  return { speech, open, put, isFocused };
}

/** Waits until the change has passed from the database through the screen. */
const eventually = (check: () => void) =>
  vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    check();
  }, 75_000);

const isPressed = () => document.querySelector('button')!.getAttribute('aria-pressed');

test('R132 new answers are spoken while they are written, and a new question ends the voice', async () => {
  const { speech, open, put } = await stage();
  const screen = await open();
  expect(isPressed()).toBe('false');
  await put(question('q2', 3));
  await put(answerTo('a2', 4, 'q2'));
  expect(speech.speak).not.toHaveBeenCalled();
  await screen.press('Speak answers');
  expect(isPressed()).toBe('true');
  await put(question('q3', 5));
  expect(speech.stop).not.toHaveBeenCalled();
  await put(answerTo('a3', 6, 'q3'));
  await eventually(() => expect(speech.speak).toHaveBeenCalled());
  expect(speech.speak.mock.calls.map(([track]) => [track.id, track.title])).toEqual([['a3', 'Robo']]);
  // It has grown.
  await put(answerTo('a3', 6, 'q3', 'done'));
  expect(speech.speak).toHaveBeenCalledOnce();
  await put(question('q4', 7));
  await eventually(() => expect(speech.stop).toHaveBeenCalledOnce());
  // The whole answer arrives at once.
  await put(answerTo('a4', 8, 'q4', 'done'));
  await eventually(() => expect(speech.speak).toHaveBeenCalledTimes(2));
  await screen.press('Speak answers');
  expect(speech.stop).toHaveBeenCalledTimes(2);
  expect(isPressed()).toBe('false');
});

test('R132 the choice is kept on this device, old answers stay silent, and only the tab in front speaks', async () => {
  const { speech, open, put, isFocused } = await stage();
  await (await open()).press('Speak answers');
  await open();
  expect([...document.querySelectorAll('button')].at(-1)!.getAttribute('aria-pressed')).toBe('true');
  expect(speech.speak).not.toHaveBeenCalled();
  isFocused.mockReturnValue(false);
  await put(question('q2', 3));
  await put(answerTo('a2', 4, 'q2'));
  expect(speech.speak).not.toHaveBeenCalled();
});

test('a host that cannot read aloud shows no switch', async () => {
  const { open } = await stage();
  lendSound({} as HostSound);
  await open();
  expect(document.querySelector('button')).toBeNull();
});
