// The buttons that add pictures to a moment: from files, and with the camera.
import { PhotoIcon } from '@amber/ui/fileIcons';
import { IconButton } from '@amber/ui/IconButton';
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import { CameraIcon } from '@amber/ui/pictureIcons';
import { useRef, useState } from 'react';
import { words } from '../words/gen/pictures.ts';

const CameraWindow = loadOnOpen(
  async () => (await import(/* webpackChunkName: "camera" */ '@amber/ui/CameraWindow')).CameraWindow,
);

export function AddPictures({ add }: { add(files: readonly Blob[]): void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isTaking, setIsTaking] = useState(false);
  return (
    <>
      <IconButton label={words.add} Icon={PhotoIcon} onClick={() => input.current?.click()} />
      {'mediaDevices' in navigator && (
        <IconButton label={words.take} Icon={CameraIcon} onClick={() => setIsTaking(true)} />
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={(event) => {
          add([...(event.target.files ?? [])]);
          event.target.value = ''; // so that the same file can be chosen again
        }}
      />
      <CameraWindow
        open={isTaking}
        title={words.take}
        onPicture={(picture) => add([picture])}
        onClose={() => setIsTaking(false)}
      />
    </>
  );
}
