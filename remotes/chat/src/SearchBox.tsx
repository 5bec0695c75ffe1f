// The box at the top of the list that finds people and chats.
import { CloseIcon, SearchIcon } from '@amber/ui/icons';
import type { Ref } from 'react';
import { strings } from './strings.ts';
import styles from './SearchBox.module.css';

interface SearchBoxProps {
  value: string;
  onChange(value: string): void;
  ref?: Ref<HTMLInputElement>;
}

/** The searchbox 'Find people'; Escape clears it. */
export function SearchBox({ value, onChange, ref }: SearchBoxProps) {
  return (
    <div className={styles.box}>
      <SearchIcon />
      <input
        ref={ref} type="search" className={styles.input} value={value} aria-label={strings.findPeople} placeholder={strings.findPeople}
        title={strings.findHint} autoComplete="off" spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onChange('')}
      />
      {value && <button type="button" className={styles.clear} aria-label={strings.clearSearch} onClick={() => onChange('')}><CloseIcon /></button>}
    </div>
  );
}
