import type { EngineCalls, VoiceDraft } from '@amber/client/bus';
import { lendSound } from '@amber/client/remote';
import type { HostSound, RecordingState } from '@amber/client/sound';
import { fakeHost } from '@amber/client/testing';
import { Composer, type ComposerHandle, type ComposeTarget } from '@amber/conversation/Composer';
import { Fault } from '@amber/proto/faults';
import { act, createRef, useRef } from 'react';
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useVoice } from './useVoice.tsx';

const conversation = {
  conversionId: 'c',
  spaceId: '',
  type: 'private',
  status: 'normal',
  userInfo: [{ identifier: 'me' }, { identifier: 'ada' }],
  userSetting: { encrypted: true },
} as never;
const draft = (duration: number): VoiceDraft => ({
  recording: 'r1',
  duration,
  waveform: [1, 20, 31, 4],
  blob: new Blob(['mp3'], { type: 'audio/mpeg' }),
});

/** Waits until an expectation holds. React applies its updates only when `act` ends without an error. */
const until = (check: () => void) =>
  vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    check();
  }, 10_000);

interface StageOptions {
  /** What was recorded before. */
  stored?: VoiceDraft | null;
  micFault?: string;
  engine?: Partial<EngineCalls>;
  settings?: { provider: string; host: string };
  composing?: ComposeTarget;
  isBot?: boolean;
}

/** The composer of an encrypted chat, with a microphone that the test controls. */
async function stage({ stored = null, micFault, engine = {}, settings, composing, isBot }: StageOptions = {}) {
  let current = stored;
  const shown = isBot ? ({ ...(conversation as object), type: 'robot' } as never) : conversation;
  const onComposingEnd = vi.fn();
  const saveDraft = vi.fn();
  const state$ = new BehaviorSubject<RecordingState>({ status: 'recording', duration: 0, level: 0, levels: [] });
  const setState = (next: Partial<RecordingState>) => act(async () => state$.next({ ...state$.value, ...next }));
  const active = {
    id: 'r1',
    state$,
    pause: vi.fn(() => state$.next({ ...state$.value, status: 'paused' })),
    resume: vi.fn(() => state$.next({ ...state$.value, status: 'recording' })),
    stop: vi.fn(async () => {
      current = draft(state$.value.duration);
    }),
    cancel: vi.fn(async () => {}),
  };
  const start = vi.fn(async () => {
    if (micFault) throw new Fault(micFault);
    return active;
  });
  lendSound({
    recorder: { start },
    player: { state$: new BehaviorSubject({}), pause: vi.fn() },
    decode: async () => new Int16Array([1, 2, 3]),
  } as unknown as HostSound);
  const sendVoice = vi.fn(async () => {
    current = null;
  });
  const discardVoice = vi.fn(async () => {
    current = null;
  });
  const host = await fakeHost({
    session: { identifier: 'me' },
    rows: { conversations: [shown] },
    engine: { voiceDraft: async () => current, sendVoice, discardVoice, ...engine },
    api: { speech: { settings: async () => settings ?? { provider: 'iat', host: 'speech.example' } } },
  });
  const handle = createRef<ComposerHandle>();
  const onDraftChange = vi.fn();
  function Screen() {
    const composer = useRef<ComposerHandle>(null);
    const voice = useVoice(shown, composer, saveDraft);
    return (
      <Composer
        ref={(one) => {
          composer.current = one;
          handle.current = one;
        }}
        draft=""
        onDraftChange={onDraftChange}
        onSend={() => {}}
        VoiceBar={voice?.VoiceBar}
        me="me"
        people={new Map()}
        composing={composing ?? null}
        onComposingEnd={onComposingEnd}
      />
    );
  }
  const screen = await host.open(Screen, '/');
  const names = () =>
    [...document.querySelectorAll('button')].map((one) => one.getAttribute('aria-label') ?? one.textContent ?? '');
  /** Presses a button anywhere on the page: dialogs are outside the screen. */
  const press = async (name: string) => {
    await until(() => expect(names()).toContain(name));
    await act(async () =>
      [...document.querySelectorAll('button')]
        .find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name)!
        .click(),
    );
  };
  const hasBar = () => document.querySelector('[role=group]') !== null;
  const waitForButton = (name: string) => until(() => expect(names()).toContain(name));
  const waitForEnd = () => until(() => expect(hasBar()).toBe(false));
  return {
    screen,
    active,
    start,
    sendVoice,
    discardVoice,
    setState,
    names,
    press,
    hasBar,
    waitForButton,
    waitForEnd,
    handle,
    onDraftChange,
    onComposingEnd,
    saveDraft,
  };
}

const recordButton = () =>
  [...document.querySelectorAll('button')].find((one) => one.getAttribute('aria-label') === 'Record voice')!;

/** Presses the record button and holds it. The times are milliseconds. */
async function pressDown(at = 0) {
  const button = recordButton();
  Object.assign(button, { setPointerCapture() {}, hasPointerCapture: () => true });
  const event = new PointerEvent('pointerdown', { bubbles: true, pointerId: 1, button: 0, clientX: 300, clientY: 500 });
  Object.defineProperty(event, 'timeStamp', { value: at });
  await act(async () => button.dispatchEvent(event));
  return button;
}
const movePointer = (type: string, clientX: number, clientY: number, at = 0) =>
  act(async () => {
    const event = new PointerEvent(type, { pointerId: 1, clientX, clientY });
    Object.defineProperty(event, 'timeStamp', { value: at });
    window.dispatchEvent(event);
  });
const waitForHold = () => until(() => expect(document.body.textContent).toContain('Slide to cancel'));

const box = () => document.querySelector('textarea')!;

const edit: ComposeTarget = {
  kind: 'edit',
  message: {
    id: 'm1',
    content: { type: 'text', message: JSON.stringify({ text: 'Hello' }), sender: { identifier: 'me' } },
  } as never,
};

beforeEach(() => {
  vi.restoreAllMocks();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('R194 the record button is in the place of Send while the box is empty', async () => {
  const { handle, names } = await stage();
  expect(names()).toContain('Record voice');
  expect(names()).not.toContain('Send');
  await act(async () => handle.current!.setText('Hi'));
  await until(() => expect(names()).toContain('Send'));
  expect(names()).not.toContain('Record voice');
});

test('R194 R96 a click records; pause and resume; Send stores the end and sends it once', async () => {
  const { active, sendVoice, setState, press, waitForButton, waitForEnd, screen } = await stage();
  await press('Record voice');
  await waitForButton('Pause');
  await setState({ duration: 7_400, levels: [0.2, 0.9] });
  expect(screen.text()).toContain('0:07');
  await press('Pause');
  expect(active.pause).toHaveBeenCalled();
  await press('Resume');
  await press('Send');
  await waitForEnd();
  expect(active.stop).toHaveBeenCalledTimes(1);
  expect(sendVoice).toHaveBeenCalledTimes(1);
  expect(sendVoice).toHaveBeenCalledWith(expect.objectContaining({ conversationId: 'c', recording: 'r1' }));
});

test('R194 what was recorded can be heard before it is sent', async () => {
  const { setState, press, waitForButton, sendVoice, waitForEnd } = await stage();
  await press('Record voice');
  await waitForButton('Stop');
  await setState({ duration: 5_000 });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Stop');
  await press('Stop');
  await waitForButton('Play');
  const slider = document.querySelector<HTMLInputElement>('input[type=range]')!;
  expect([slider.getAttribute('aria-label'), slider.getAttribute('aria-valuetext'), slider.dir]).toEqual([
    'Position',
    '0:00 of 0:05',
    'ltr',
  ]);
  expect(sendVoice).not.toHaveBeenCalled();
  await press('Send');
  await waitForEnd();
  expect(sendVoice).toHaveBeenCalledTimes(1);
});

test('R194 a send that fails keeps the recording, and the retry sends the same message', async () => {
  const ids: string[] = [];
  const send = vi.fn(async ({ id }: { id: string }) => {
    ids.push(id);
    if (ids.length === 1) throw new Fault('STORAGE');
  });
  const { setState, press, waitForButton, waitForEnd } = await stage({ engine: { sendVoice: send } });
  await press('Record voice');
  await waitForButton('Stop');
  await setState({ duration: 5_000 });
  await press('Send');
  await until(() => expect(document.querySelector('[role=alert]')).not.toBeNull());
  await press('Send');
  await waitForEnd();
  expect(ids[0]).toBe(ids[1]);
});

test('R194 Escape cancels a short recording at once, and asks before it deletes a longer one', async () => {
  const { active, setState, press, waitForButton, waitForEnd, hasBar } = await stage();
  const escape = () =>
    act(async () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', cancelable: true })));
  await press('Record voice');
  await waitForButton('Stop');
  await setState({ duration: 900 });
  await escape();
  await waitForEnd();
  expect(active.cancel).toHaveBeenCalledTimes(1);

  await press('Record voice');
  await waitForButton('Stop');
  await setState({ duration: 8_000, status: 'recording' });
  await escape();
  expect(active.pause).toHaveBeenCalled();
  expect(hasBar()).toBe(true);
  await press('Delete');
  await waitForEnd();
  expect(active.cancel).toHaveBeenCalledTimes(2);
});

test('R194 a recording that was not sent waits above the text box, which stays usable', async () => {
  const { screen, start, press, waitForButton, waitForEnd, discardVoice, sendVoice, handle, names } = await stage({
    stored: draft(2_000),
  });
  box().focus();
  await screen.waitForText(/Not sent yet/);
  await waitForButton('Play');
  expect(document.activeElement).toBe(box());
  expect(document.querySelector('[role=group]')!.getAttribute('aria-label')).toBe('New voice message');
  expect(names()).not.toContain('Record voice'); // it would be recorded over
  await act(async () => handle.current!.setText('Hi'));
  expect(box().value).toBe('Hi');
  await act(async () =>
    box().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })),
  );
  await act(async () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', cancelable: true })));
  expect([sendVoice.mock.calls.length, discardVoice.mock.calls.length, start.mock.calls.length]).toEqual([0, 0, 0]);
  await press('Cancel recording');
  await waitForEnd();
  expect(discardVoice).toHaveBeenCalledWith({ conversationId: 'c', recording: 'r1' });
  expect(names()).toContain('Record voice');
});

test('R194 letting a press go neither sends nor deletes an older recording that was found', async () => {
  const found = Promise.withResolvers<VoiceDraft | null>();
  const { screen, start, sendVoice, discardVoice } = await stage({ engine: { voiceDraft: () => found.promise } });
  await pressDown();
  await waitForHold();
  await act(async () => found.resolve(draft(9_000)));
  await screen.waitForText(/Not sent yet/);
  await movePointer('pointermove', 150, 500);
  await movePointer('pointerup', 150, 500, 5_000);
  await screen.waitForText(/Not sent yet/);
  expect([sendVoice.mock.calls.length, discardVoice.mock.calls.length, start.mock.calls.length]).toEqual([0, 0, 0]);
});

test('R194 a recording can be cancelled while its end cannot be stored, and is not sent then', async () => {
  const { active, press, waitForButton, setState, waitForEnd, sendVoice } = await stage();
  const stopped = Promise.withResolvers<void>();
  active.stop.mockImplementation(() => stopped.promise);
  await press('Record voice');
  await waitForButton('Stop');
  await setState({ duration: 2_000 });
  await press('Send');
  await press('Cancel recording');
  await waitForEnd();
  await act(async () => stopped.resolve());
  expect(active.cancel).toHaveBeenCalledTimes(1);
  expect(sendVoice).not.toHaveBeenCalled();
});

test('R194 an end that could not be stored is stored before it is sent', async () => {
  const { screen, active, press, waitForButton, setState, waitForEnd, sendVoice } = await stage();
  const { stop } = active;
  const store = stop.getMockImplementation()!;
  stop.mockImplementationOnce(async () => {
    await store();
    throw new Fault('STORAGE');
  });
  await press('Record voice');
  await waitForButton('Stop');
  await setState({ duration: 6_000, status: 'failed' });
  await screen.waitForText(/could not save data/);
  await press('Send');
  await waitForEnd();
  expect(stop).toHaveBeenCalledTimes(2);
  expect(sendVoice).toHaveBeenCalledTimes(1);
});

test('R194 a device that could not store more says so, not that the microphone is gone', async () => {
  const { screen, press, waitForButton, setState } = await stage();
  await press('Record voice');
  await waitForButton('Stop');
  await setState({ duration: 6_000, status: 'failed' });
  await screen.waitForText(/could not store more/);
});

test('R194 a phone call pauses the recording, with words, until it is resumed', async () => {
  const { screen, active, press, waitForButton, setState } = await stage();
  await press('Record voice');
  await waitForButton('Pause');
  await setState({ duration: 6_000, status: 'interrupted' });
  await screen.waitForText(/Something else is using the microphone/);
  await press('Resume');
  expect(active.resume).toHaveBeenCalled();
  await waitForButton('Pause');
  expect(screen.text()).not.toContain('Something else');
});

test('R194 a page without https says why it has no microphone', async () => {
  vi.stubGlobal('isSecureContext', false);
  const { screen, press } = await stage({ micFault: 'MIC_FAILED' });
  await press('Record voice');
  await screen.waitForText(/begins with https/);
});

test('R146 what a bot cannot get as text can be sent without', async () => {
  const send = vi.fn<EngineCalls['sendVoice']>().mockRejectedValueOnce(new Fault('SPEECH_BUSY'));
  const { screen, press, waitForButton, setState, waitForEnd } = await stage({
    isBot: true,
    engine: { sendVoice: send },
  });
  await press('Record voice');
  await waitForButton('Stop');
  await setState({ duration: 5_000 });
  await press('Send');
  await screen.waitForText(/Speech to text is busy/);
  await press('Send without text');
  await waitForEnd();
  expect(send.mock.calls[1]![0]).not.toHaveProperty('speech');
});

test.each([
  ['MIC_NONE', /No microphone was found/],
  ['MIC_REFUSED', /Allow it in your browser/],
  ['MIC_TAKEN', /Another program/],
] as const)('R194 without a microphone the bar says why and offers another attempt: %s', async (micFault, sentence) => {
  const { screen, press, waitForButton, waitForEnd, start } = await stage({ micFault });
  await press('Record voice');
  await screen.waitForText(sentence);
  await waitForButton('Try again');
  await press('Try again');
  expect(start).toHaveBeenCalledTimes(2);
  await press('Close');
  await waitForEnd();
});

test('R194 a microphone that is lost in the middle leaves what was recorded', async () => {
  const { screen, press, waitForButton, setState, active } = await stage();
  await press('Record voice');
  await waitForButton('Stop');
  await setState({ duration: 6_000, status: 'lost' });
  await screen.waitForText(/What you recorded is kept/);
  await waitForButton('Play');
  expect(active.cancel).not.toHaveBeenCalled();
});

test('R194 dictation asks once in an encrypted chat, and puts the text at the caret without replacing any', async () => {
  const dictate = vi.fn(async () => ({ text: 'good morning' }));
  const { screen, press, waitForButton, waitForEnd, setState, discardVoice, handle, saveDraft } = await stage({
    engine: { dictate },
  });
  await press('Record voice');
  await waitForButton('Dictate');
  await setState({ duration: 5_000 });
  await press('Dictate');
  await waitForButton('Convert');
  expect(document.body.textContent).toContain('speech.example');
  expect(dictate).not.toHaveBeenCalled();
  await press('Convert');
  await waitForEnd();
  expect(box().value).toBe('good morning');
  expect(discardVoice).toHaveBeenCalled();
  // The text is stored before its sound is removed.
  expect(saveDraft.mock.invocationCallOrder[0]).toBeLessThan(discardVoice.mock.invocationCallOrder[0]!);
  expect(screen.text()).not.toContain('Not sent yet');

  await act(async () => handle.current!.setText(''));
  await press('Record voice');
  await waitForButton('Dictate');
  await press('Dictate');
  await waitForEnd(); // it was asked before
  expect(dictate).toHaveBeenCalledTimes(2);
});

test('R194 what is dictated into a message that is being edited keeps its sound', async () => {
  const { screen, press, waitForButton, discardVoice } = await stage({
    composing: edit,
    engine: { dictate: async () => ({ text: ' again' }) },
    stored: draft(2_000),
  });
  await screen.waitForText(/Not sent yet/);
  await press('Dictate');
  await press('Convert');
  await until(() => expect(box().value).toBe('Hello again'));
  await waitForButton('Play');
  expect(discardVoice).not.toHaveBeenCalled();
});

test('R194 sending a recording does not end the edit of a message', async () => {
  const { press, waitForEnd, onComposingEnd, sendVoice } = await stage({
    composing: edit,
    stored: draft(2_000),
  });
  await press('Send');
  await waitForEnd();
  expect(sendVoice).toHaveBeenCalledTimes(1);
  expect(onComposingEnd).not.toHaveBeenCalled();
});

test('R147 a conversion that fails or is not set up keeps the recording and says why', async () => {
  const { screen, press, waitForButton, setState, discardVoice, names } = await stage({
    settings: { provider: '', host: '' },
  });
  await press('Record voice');
  await waitForButton('Dictate');
  await setState({ duration: 5_000 });
  await press('Dictate');
  await screen.waitForText(/Ask the operator of this server/);
  await waitForButton('Play');
  expect(discardVoice).not.toHaveBeenCalled();
  expect(names()).not.toContain('Dictate');
});

test('R194 a press that is held sends when it is released, and sliding back cancels it', async () => {
  const { active, sendVoice, setState, waitForEnd, names, start, hasBar } = await stage();
  await pressDown(1_000);
  await waitForHold();
  await until(() => expect(document.querySelector('[role=timer]')).not.toBeNull());
  await setState({ duration: 4_000 });
  expect(names()).not.toContain('Stop');
  await movePointer('pointerup', 300, 500, 5_000);
  await waitForEnd();
  expect(sendVoice).toHaveBeenCalledTimes(1);

  const button = await pressDown(1_000);
  await waitForHold();
  await movePointer('pointermove', 150, 500);
  await waitForEnd();
  expect(active.cancel).toHaveBeenCalledTimes(1);
  // A mouse clicks what it was pressed and released on.
  await act(async () => button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 })));
  expect([hasBar(), start.mock.calls.length]).toEqual([false, 2]);
});

test('R194 sliding up locks: the recording goes on when the press is released', async () => {
  const { screen, sendVoice, waitForButton } = await stage();
  await pressDown(1_000);
  await waitForHold();
  await movePointer('pointermove', 300, 400);
  await movePointer('pointerup', 300, 400, 9_000);
  await waitForButton('Stop');
  await screen.waitForText(/The recording goes on/);
  expect(sendVoice).not.toHaveBeenCalled();
});

test('R194 a long press that is released before the microphone has started locks, with words', async () => {
  const opened = Promise.withResolvers<void>();
  const { screen, active, start, sendVoice, waitForButton } = await stage();
  start.mockImplementation(async () => {
    await opened.promise;
    return active;
  });
  await pressDown(1_000);
  await waitForHold();
  await movePointer('pointerup', 300, 500, 1_700);
  await act(async () => opened.resolve());
  await waitForButton('Stop');
  await screen.waitForText(/The recording goes on/);
  expect(sendVoice).not.toHaveBeenCalled();
});
