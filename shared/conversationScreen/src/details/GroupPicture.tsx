// The picture of a group in its details, where the owner can change it.
import { api } from '@amber/client/engine';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { Avatar } from '@amber/ui/Avatar';
import { PictureDialog } from '@amber/ui/PictureDialog';
import { CameraIcon } from '@amber/ui/pictureIcons';
import { useState } from 'react';
import { words } from '../words/gen/details.ts';
import styles from './GroupPicture.module.css';

interface GroupPictureProps {
  conversationId: string;
  name: string;
  /** A path; empty for no picture. */
  avatar: string;
  /** Undefined for people who may not change the picture. */
  onChange: ((avatar: string) => void) | undefined;
}

export function GroupPicture({ conversationId, name, avatar, onChange }: GroupPictureProps) {
  const [isPicking, setIsPicking] = useState(false);
  const picture = <Avatar identifier={conversationId} name={name} src={avatar} size={96} />;
  if (!onChange) return picture;
  return (
    <>
      <button
        type="button"
        className={styles.change}
        aria-label={words.changePicture}
        title={words.changePicture}
        onClick={() => setIsPicking(true)}
      >
        {picture}
        <span className={styles.sign}>
          <CameraIcon />
        </span>
      </button>
      <PictureDialog
        open={isPicking}
        title={words.picture}
        shape="round"
        upload={async (bytes) => (await api.file.uploadPicture({ picture: bytes })).path}
        describeError={getErrorMessage}
        onPicture={onChange}
        onClose={() => setIsPicking(false)}
      />
    </>
  );
}
