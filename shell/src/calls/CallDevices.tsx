// The choice of microphone, camera and speaker, before and during a call.
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { useBehaviorSubject } from '@amber/client/useBehaviorSubject';
import { useSubscription } from '@amber/client/useSubscription';
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { Select } from '@amber/ui/Select';
import { type ReactNode, useEffect, useState } from 'react';
import { words as callWords } from '../words/gen/call.ts';
import { words } from '../words/gen/callDevices.ts';
import { CallPicture } from './CallPicture.tsx';
import {
  canChooseSpeaker,
  chooseDevice,
  type DeviceList,
  type DeviceRole,
  devices$,
  devicesChanged$,
  listDevices,
} from './devices.ts';
import { LevelMeter } from './LevelMeter.tsx';
import { openCamera, openMicrophone } from './openDevices.ts';
import { calls } from './pageCalls.ts';
import styles from './CallDevices.module.css';

interface DeviceChoiceProps {
  role: DeviceRole;
  list: DeviceList | null;
  onChoose?(): void;
  children?: ReactNode;
}

function DeviceChoice({ role, list, onChoose, children }: DeviceChoiceProps) {
  const chosen = useBehaviorSubject(devices$)[role];
  const devices = list?.[role] ?? [];
  return (
    <div className={styles.choice}>
      <Select
        label={words[role]}
        // The one that was chosen may be unplugged; the browser then takes another.
        value={devices.some((device) => device.id === chosen) ? chosen : ''}
        choices={[
          { value: '', label: words.automatic },
          ...devices.map((device) => ({ value: device.id, label: device.label })),
        ]}
        onChoose={(id) => {
          chooseDevice(role, id);
          onChoose?.();
        }}
      />
      {children}
    </div>
  );
}

const stop = (stream: MediaStream | null): void => stream?.getTracks().forEach((track) => track.stop());

/** A stream of this window, which is closed with it; `open` opens it, again if need be. */
function useStream(open: () => Promise<MediaStream>) {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => () => stop(stream), [stream]);
  const show = () =>
    open().then(
      (opened) => {
        for (const track of opened.getTracks()) track.onended = () => setStream(null);
        setProblem('');
        setStream(opened);
      },
      (thrown: unknown) => setProblem(thrown instanceof Error ? getErrorMessage(thrown) : String(thrown)),
    );
  return { stream, problem, show, hide: () => setStream(null) };
}

/** Rejects with the sentence about the problem. */
const openPreview = async (): Promise<MediaStream> => {
  const opened = await openCamera();
  if (typeof opened !== 'string') return opened;
  throw callWords.cameraProblems[opened];
};

function Devices() {
  const call = useBehaviorSubject(calls.state$);
  const [list, setList] = useState<DeviceList | null>(null);
  const test = useStream(openMicrophone);
  const preview = useStream(openPreview);
  const refresh = () => void listDevices().then(setList);
  // The browser names the devices once one of them is open.
  useEffect(refresh, [test.stream, preview.stream]);
  useSubscription(devicesChanged$, refresh);
  const sound = (call && calls.microphone()) ?? test.stream;
  const ownPicture = call?.ownPicture ?? null;
  const picture = ownPicture ?? preview.stream;
  return (
    <>
      <DeviceChoice
        role="microphone"
        list={list}
        onChoose={() => {
          calls.reopenMicrophone();
          if (test.stream) void test.show();
        }}
      >
        {sound && <LevelMeter stream={sound} />}
        {!calls.microphone() && (
          <Button onClick={() => (test.stream ? test.hide() : void test.show())}>
            {test.stream ? words.stopTest : words.test}
          </Button>
        )}
        {test.problem && <p role="alert">{test.problem}</p>}
      </DeviceChoice>
      <DeviceChoice
        role="camera"
        list={list}
        onChoose={() => {
          calls.reopenCamera();
          if (preview.stream) void preview.show();
        }}
      >
        {picture && <CallPicture stream={picture} label={words.previewLabel} className={styles.preview} />}
        {!ownPicture && (
          <Button onClick={() => (preview.stream ? preview.hide() : void preview.show())}>
            {preview.stream ? words.stopPreview : words.preview}
          </Button>
        )}
        {preview.problem && <p role="alert">{preview.problem}</p>}
      </DeviceChoice>
      {canChooseSpeaker() && <DeviceChoice role="speaker" list={list} />}
      <p className={styles.kept}>{words.kept}</p>
    </>
  );
}

interface CallDevicesProps {
  open: boolean;
  onClose(): void;
}

export const CallDevices = ({ open, onClose }: CallDevicesProps) => (
  <Dialog title={words.title} open={open} onOpenChange={(next) => !next && onClose()}>
    <Devices />
  </Dialog>
);
