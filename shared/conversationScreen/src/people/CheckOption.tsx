// One of several people or chats to choose from.
import { Avatar } from '@amber/ui/Avatar';
import { CheckIcon } from '@amber/ui/icons';
import styles from './PeoplePicker.module.css';

interface CheckOptionProps {
  identifier: string;
  name: string;
  avatar: string;
  isChosen: boolean;
  disabled?: boolean;
  onToggle(): void;
}

/** A checkbox that looks like a row of a list. */
export const CheckOption = ({ identifier, name, avatar, isChosen, disabled, onToggle }: CheckOptionProps) => (
  <button
    type="button"
    role="checkbox"
    aria-checked={isChosen}
    className={styles.person}
    disabled={disabled}
    onClick={onToggle}
  >
    <Avatar identifier={identifier} name={name} src={avatar} size={32} />
    <span className={styles.name} dir="auto">
      {name}
    </span>
    <span className={styles.mark} aria-hidden="true">
      <CheckIcon />
    </span>
  </button>
);
