// Chooses one of the prepared avatars.
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { direction } from '@amber/ui/direction';
import { words } from '../words/gen/app.ts';
import styles from './AvatarPicker.module.css';

interface AvatarPickerProps {
  /** Their addresses. */
  avatars: readonly string[];
  value: string;
  onChange(avatar: string): void;
}

/** The radiogroup 'Avatar'. */
export function AvatarPicker({ avatars, value, onChange }: AvatarPickerProps) {
  return (
    <DirectionProvider direction={direction()}>
      <RadioGroup
        className={styles.group}
        aria-label={words.profile.avatar}
        value={value}
        onValueChange={(next) => onChange(String(next))}
      >
        {avatars.map((avatar, index) => (
          <Radio.Root
            key={avatar}
            value={avatar}
            className={styles.choice}
            aria-label={words.profile.avatarNumber({ number: index + 1 })}
          >
            <img src={avatar} alt="" width="56" height="56" />
          </Radio.Root>
        ))}
      </RadioGroup>
    </DirectionProvider>
  );
}
