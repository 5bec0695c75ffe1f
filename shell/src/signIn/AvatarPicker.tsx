// Picks one of the prepared avatars, or the user's own picture once there is one.
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { imageSources } from '@amber/proto/publicPictures';
import { direction } from '@amber/ui/direction';
import { useState } from 'react';
import { words } from '../words/gen/profileForm.ts';
import styles from './AvatarPicker.module.css';

interface AvatarPickerProps {
  /** The paths of the prepared avatars. */
  avatars: readonly string[];
  value: string;
  onChange(avatar: string): void;
}

/** Returns the last value that was not a prepared avatar, which remains among the choices. */
function useOwnPicture(avatars: readonly string[], value: string): string {
  const [last, setLast] = useState('');
  const isOwn = value !== '' && !avatars.includes(value);
  if (isOwn && last !== value) setLast(value);
  return isOwn ? value : last;
}

/** The radiogroup 'Avatar'. */
export function AvatarPicker({ avatars, value, onChange }: AvatarPickerProps) {
  const own = useOwnPicture(avatars, value);
  const choices = avatars.map((avatar, index) => ({
    avatar,
    label: words.avatarNumber({ number: index + 1 }),
  }));
  if (own) choices.unshift({ avatar: own, label: words.ownPicture });
  return (
    <DirectionProvider direction={direction()}>
      <RadioGroup
        className={styles.group}
        aria-label={words.avatar}
        value={value}
        onValueChange={(next) => onChange(String(next))}
      >
        {choices.map(({ avatar, label }) => (
          <Radio.Root key={avatar} value={avatar} className={styles.choice} aria-label={label}>
            <img {...imageSources(avatar)} sizes="56px" alt="" width="56" height="56" />
          </Radio.Root>
        ))}
      </RadioGroup>
    </DirectionProvider>
  );
}
