// Picks the background picture of a bot's chat.
import { PictureChoice } from './PictureChoice.tsx';
import { words as strings } from './words/gen/ai.ts';

interface BackgroundChoiceProps {
  /** The default first. */
  pictures: readonly string[];
  /** Empty: the default. */
  value: string;
  onChange(picture: string): void;
}

export const BackgroundChoice = ({ pictures, value, onChange }: BackgroundChoiceProps) => (
  <PictureChoice
    label={strings.form.background}
    pictures={pictures}
    value={value || (pictures[0] ?? '')}
    wide
    pictureLabel={(number) => strings.form.backgroundNumber({ number })}
    onChange={onChange}
  />
);
