// The client of the service IAT v2: sends one session of sound in frames, at the pace that the service expects.
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { Subscription, take, timer } from 'rxjs';
import { bytesOf, toBase64 } from '../keys/bytes.ts';
import type { AccountContext } from '../kit/accountContext.ts';
import type { EnginePorts } from '../kit/ports.ts';
import { rejectOnAbort } from '../kit/rejectOnAbort.ts';
import { createIatText, readIatAnswer } from './iatText.ts';
import { samplesIn } from './samples.ts';
import type { SessionResult, TranscribeSession } from './speechService.ts';

interface IatPorts extends Pick<AccountContext, 'api' | 'clock'> {
  openTextSocket: NonNullable<EnginePorts['openTextSocket']>;
}

/** The daily number of sessions of the operator's account is used up. */
const busyCodes: ReadonlySet<number> = new Set([11_201]);

const { speechFrameSamples: frameSamples, speechFrameEvery: frameEvery } = limits;

/** After a silence of this length the service ends a session by itself. */
const endSilence = samplesIn(limits.speechEndSilence);
/**
 * The answer that ends a session arrives after the service has stopped listening. What was sent in these two seconds
 * may be speech, so the next session repeats it.
 */
const overlap = samplesIn(2_000);

/** The samples of a frame as little-endian bytes. The last frame is filled with silence. */
function frameBytes(pcm: Int16Array, number: number): Uint8Array<ArrayBuffer> {
  const bytes = new DataView(new ArrayBuffer(2 * frameSamples));
  pcm
    .subarray(number * frameSamples, (number + 1) * frameSamples)
    .forEach((sample, at) => bytes.setInt16(2 * at, sample, true));
  return bytesOf(bytes.buffer);
}

/** The parameters of a session are in its first frame. */
const parametersOf = (appId: string) => ({
  common: { app_id: appId },
  business: {
    language: 'zh_cn',
    domain: 'iat',
    accent: 'mandarin',
    vad_eos: limits.speechEndSilence,
    dwa: 'wpgs',
  },
});

function frameOf(pcm: Int16Array, number: number, count: number, appId: string): string {
  const status = number === 0 ? 0 : number < count - 1 ? 1 : 2;
  return JSON.stringify({
    ...(status === 0 && parametersOf(appId)),
    data: {
      status,
      format: `audio/L16;rate=${limits.speechSampleRate}`,
      encoding: 'raw',
      audio: toBase64(frameBytes(pcm, number)),
    },
  });
}

export function createIat({ api, clock, openTextSocket }: IatPorts): TranscribeSession {
  async function transcribeOverSocket(
    { url, appId }: { url: string; appId: string },
    pcm: Int16Array,
    onText: (text: () => string) => void,
    running: Subscription,
  ): Promise<SessionResult> {
    // The first and the last frame differ, so there are at least two.
    const count = Math.max(2, Math.ceil(pcm.length / frameSamples));
    const assembled = createIatText();
    const { promise, resolve, reject } = Promise.withResolvers<SessionResult>();
    const fail = (cause?: unknown) => reject(new Fault('SPEECH_FAILED', { cause }));
    let sent = 0;

    const socket = openTextSocket(url);
    running.add(() => socket.close());
    // A service that says nothing fails, and so does one that talks on without an end.
    running.add(timer(limits.speechTimeout + count * frameEvery, clock).subscribe(() => fail()));
    socket.onopen = () => {
      running.add(
        timer(0, frameEvery, clock)
          .pipe(take(count))
          .subscribe((number) => {
            sent = number + 1;
            socket.send(frameOf(pcm, number, count, appId));
          }),
      );
    };
    socket.onmessage = ({ data }) => {
      try {
        const { code, isLast, result } = readIatAnswer(data);
        if (code !== 0) throw new Fault(busyCodes.has(code) ? 'SPEECH_BUSY' : 'SPEECH_FAILED');
        if (result) {
          assembled.apply(result);
          onText(assembled.text);
        }
        if (!isLast) return;
        const samples = sent < count ? sent * frameSamples - overlap : pcm.length;
        if (samples < pcm.length && samples + overlap < endSilence) throw new Fault('SPEECH_FAILED');
        resolve({ text: assembled.text(), samples });
      } catch (thrown) {
        reject(Fault.of(thrown));
      }
    };
    socket.onerror = () => fail();
    socket.onclose = () => fail();
    return promise;
  }

  return async (pcm, { host, onText, signal }) => {
    const running = new Subscription();
    try {
      const signed = await Promise.race([api.speech.signUrl({}), rejectOnAbort(signal)]);
      // The gateway is not trusted with the choice of who hears the sound.
      if (!URL.canParse(signed.url) || new URL(signed.url).host !== host) throw new Fault('SPEECH_CHANGED');
      return await Promise.race([transcribeOverSocket(signed, pcm, onText, running), rejectOnAbort(signal)]);
    } finally {
      running.unsubscribe();
    }
  };
}
