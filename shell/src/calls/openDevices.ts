// Opens the chosen microphone and camera.
import { microphoneFault } from '../sound/microphoneFault.ts';
import type { OpenMedia } from './callPorts.ts';
import type { CameraProblem } from './callState.ts';
import { devices$ } from './devices.ts';

/** The problems by the names of the exceptions of `getUserMedia`. */
const problemsByName: Partial<Record<string, CameraProblem>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'taken',
  AbortError: 'taken',
};

const cameraProblem = (thrown: unknown): CameraProblem =>
  (thrown instanceof Error && problemsByName[thrown.name]) || 'failed';

/** Another device is taken where the chosen one is not there. */
const chosen = (id: string) => (id ? { deviceId: { ideal: id } } : {});

/** A speaker beside a microphone needs the first, and a room the others. */
const sound = (): MediaTrackConstraints => ({
  ...chosen(devices$.value.microphone),
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
});

const picture = (): MediaTrackConstraints => ({
  // On a phone, the camera beside the screen.
  ...(devices$.value.camera ? chosen(devices$.value.camera) : { facingMode: 'user' }),
  width: { ideal: 1280 },
  height: { ideal: 720 },
  frameRate: { ideal: 30, max: 30 },
});

/** @throws Fault MIC_NONE, MIC_REFUSED, MIC_TAKEN, MIC_FAILED */
export async function openMicrophone(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: sound() });
  } catch (thrown) {
    throw microphoneFault(thrown);
  }
}

export async function openCamera(): Promise<MediaStream | CameraProblem> {
  try {
    return await navigator.mediaDevices.getUserMedia({ video: picture() });
  } catch (thrown) {
    return cameraProblem(thrown);
  }
}

/** Both, with one question to the person. @throws Fault of a microphone */
export async function openBoth(): Promise<OpenMedia> {
  const both = await navigator.mediaDevices?.getUserMedia({ audio: sound(), video: picture() }).catch(() => null);
  if (both)
    return {
      microphone: new MediaStream(both.getAudioTracks()),
      camera: new MediaStream(both.getVideoTracks()),
    };
  // One of them does not open: the exception does not say which.
  const microphone = await openMicrophone();
  return { microphone, camera: await openCamera() };
}
