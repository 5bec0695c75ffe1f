// The microphone and the camera of a call: opened by a press, changed while it lasts, and closed with it.
import type { ActiveCall, CurrentCall } from './activeCall.ts';
import type { CallPorts } from './callPorts.ts';
import type { CameraProblem } from './callState.ts';

/** Milliseconds for which the screen says why the camera is off. */
const problemShownFor = 10_000;

const stop = (stream: MediaStream | null | undefined): void => stream?.getTracks().forEach((track) => track.stop());

export function createCallMedia(
  ports: Pick<CallPorts, 'openMicrophone' | 'openCamera' | 'openBoth'>,
  { isActive, update, after }: Pick<CurrentCall, 'isActive' | 'update' | 'after'>,
) {
  /** From now on the call has this microphone. */
  function takeMicrophone(call: ActiveCall, stream: MediaStream): MediaStream {
    if (!isActive(call)) {
      stop(stream);
      return stream;
    }
    stop(call.stream);
    call.stream = stream;
    for (const track of stream.getAudioTracks()) {
      track.enabled = !call.state.isMuted;
      // `track.stop()` of this page does not fire the event.
      track.onended = () => {
        update(call, { isMicrophoneLost: true });
        // Another one may be there.
        void reopenMicrophone(call);
      };
      call.peer?.replaceSound(track);
    }
    update(call, { isMicrophoneLost: false });
    return stream;
  }

  /** Changes to the microphone that is chosen, or there, now. Without one the call stays as it is. */
  async function reopenMicrophone(call: ActiveCall): Promise<void> {
    if (!call.stream) return;
    await ports.openMicrophone().then(
      (stream) => takeMicrophone(call, stream),
      () => {},
    );
  }

  function sendPicture(call: ActiveCall): void {
    const [track = null] = call.state.ownPicture?.getVideoTracks() ?? [];
    if (call.takesPictures) call.peer?.sendPicture(track);
    else if (track && call.takesPictures === false) closeCamera(call, 'unsupported');
  }

  function closeCamera(call: ActiveCall, problem: CameraProblem | null = null): void {
    stop(call.state.ownPicture);
    update(call, { camera: 'off', ownPicture: null, cameraProblem: problem });
    if (call.takesPictures) call.peer?.sendPicture(null);
    if (problem)
      after(call, problemShownFor, () => call.state.cameraProblem === problem && update(call, { cameraProblem: null }));
  }

  /** From now on the call has this camera, if the person still wants one. */
  function takeCamera(call: ActiveCall, camera: MediaStream | CameraProblem): void {
    const isWanted = isActive(call) && call.state.camera !== 'off';
    if (typeof camera === 'string') {
      if (isWanted) closeCamera(call, camera);
      return;
    }
    if (!isWanted) return stop(camera);
    stop(call.state.ownPicture);
    for (const track of camera.getVideoTracks()) track.onended = () => closeCamera(call, 'lost');
    update(call, { camera: 'on', ownPicture: camera });
    sendPicture(call);
  }

  return {
    reopenMicrophone,
    sendPicture,

    /** Opens the microphone, and the camera where the person wants one. @throws Fault of a microphone */
    async open(call: ActiveCall): Promise<MediaStream> {
      if (call.stream) return call.stream;
      if (call.state.camera === 'off') return takeMicrophone(call, await ports.openMicrophone());
      const { microphone, camera } = await ports.openBoth();
      takeCamera(call, camera);
      return takeMicrophone(call, microphone);
    },

    /** Says that the person wants a camera, which opens with the microphone. */
    wantCamera: (call: ActiveCall): void => update(call, { camera: 'starting' }),

    async setCamera(call: ActiveCall, isOn: boolean): Promise<void> {
      if (!isOn) return closeCamera(call);
      if (call.state.camera !== 'off') return;
      if (call.takesPictures === false) return closeCamera(call, 'unsupported');
      update(call, { camera: 'starting', cameraProblem: null });
      takeCamera(call, await ports.openCamera());
    },

    /** Changes to the camera that is chosen now. */
    async reopenCamera(call: ActiveCall): Promise<void> {
      if (call.state.camera !== 'on') return;
      // Some devices open one camera at a time.
      stop(call.state.ownPicture);
      takeCamera(call, await ports.openCamera());
    },

    setMuted(call: ActiveCall, isMuted: boolean): void {
      for (const track of call.stream?.getAudioTracks() ?? []) track.enabled = !isMuted;
      update(call, { isMuted });
    },

    close(call: ActiveCall): void {
      stop(call.stream);
      stop(call.state.ownPicture);
    },
  };
}
