// Plays a short sound for a new message in a chat that is not open, and for somebody who waits for an answer.
import { isInFront } from '@amber/ui/isInFront';
import { events$ } from '@amber/client/hostEngine';
import { accountDb } from '@amber/client/live';
import { filter, throttleTime } from 'rxjs';
import { alertSettings, mayNotify } from '../kit/alertSettings.ts';

/** Several messages within this time (milliseconds) play one sound. */
const minInterval = 1_000;
const notes = [
  { hertz: 660, at: 0 },
  { hertz: 880, at: 0.09 },
] as const;
const length = 0.22;

let context: AudioContext | undefined;

/** Plays two soft notes; silent while the browser blocks sound. */
async function play(): Promise<void> {
  context ??= new AudioContext();
  if (context.state === 'suspended') await context.resume();
  for (const { hertz, at } of notes) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const start = context.currentTime + at;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.08, start + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}

/** The first tab to get the lock plays the sound. */
const withTabLock = (id: string, work: () => Promise<void>) =>
  navigator.locks.request(`amber-sound-${id}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    await work();
    await new Promise((done) => setTimeout(done, minInterval));
  });

/** Plays the sound in one tab, unless it is off on this device. `id` identifies the event. */
export async function playSound(id: string): Promise<void> {
  if (alertSettings().sound) await withTabLock(id, play);
}

const isChatVisible = (conversationId: string): boolean =>
  isInFront() && location.pathname.endsWith(`/${conversationId}`);

/** Starts to listen; called once. */
export function playArrivalSounds(): void {
  events$
    .pipe(
      filter((event) => event.type === 'messageArrived'),
      filter(({ conversationId }) => alertSettings().sound && !isChatVisible(conversationId)),
      throttleTime(minInterval),
    )
    .subscribe(({ conversationId, id }) => {
      void (async () => {
        const db = accountDb();
        const [chat, message] = [await db?.conversations.get(conversationId), await db?.messages.get(id)];
        if (chat && mayNotify(chat, message?.mention === 1)) await withTabLock(id, play);
      })().catch(() => {}); // a sound that fails is ignored
    });
}
