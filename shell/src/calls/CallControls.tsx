// The buttons of a call that this person is in: microphone, camera, devices.
import { CameraOffIcon, MicrophoneOffIcon, VideoCallIcon } from '@amber/ui/callIcons';
import { IconButton } from '@amber/ui/IconButton';
import { MicrophoneIcon, SettingsIcon } from '@amber/ui/icons';
import { words } from '../words/gen/call.ts';
import type { CallState } from './callState.ts';
import { calls } from './pageCalls.ts';
import styles from './CallControls.module.css';

interface CallControlsProps {
  call: CallState;
  /** The camera was turned on. */
  onCamera(): void;
  onDevices(): void;
}

export function CallControls({ call: { isMuted, camera }, onCamera, onDevices }: CallControlsProps) {
  const isCameraOff = camera === 'off';
  return (
    <>
      <IconButton
        label={isMuted ? words.unmute : words.mute}
        Icon={isMuted ? MicrophoneOffIcon : MicrophoneIcon}
        aria-pressed={isMuted}
        className={styles.tool}
        onClick={() => calls.setMuted(!isMuted)}
      />
      <IconButton
        label={isCameraOff ? words.cameraOn : words.cameraOff}
        Icon={isCameraOff ? CameraOffIcon : VideoCallIcon}
        aria-busy={camera === 'starting' || undefined}
        className={styles.tool}
        onClick={() => {
          calls.setCamera(isCameraOff);
          if (isCameraOff) onCamera();
        }}
      />
      <IconButton label={words.devices} Icon={SettingsIcon} className={styles.tool} onClick={onDevices} />
    </>
  );
}
