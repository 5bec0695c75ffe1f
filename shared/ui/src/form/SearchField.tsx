// A round box to search with.
import type { Ref } from 'react';
import { CloseIcon, SearchIcon } from '../icons/icons.tsx';
import styles from './SearchField.module.css';

interface SearchFieldProps {
  label: string;
  clearLabel: string;
  /** What may be typed, in more words. */
  title?: string;
  value: string;
  onChange(value: string): void;
  ref?: Ref<HTMLInputElement>;
}

/** A searchbox; Escape clears it while there is something in it. */
export function SearchField({ label, clearLabel, title, value, onChange, ref }: SearchFieldProps) {
  return (
    <div className={styles.box}>
      <SearchIcon />
      <input
        ref={ref}
        type="search"
        dir="auto"
        className={styles.input}
        value={value}
        aria-label={label}
        placeholder={label}
        title={title}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          onChange('');
        }}
      />
      {value && (
        <button type="button" className={styles.clear} aria-label={clearLabel} onClick={() => onChange('')}>
          <CloseIcon />
        </button>
      )}
    </div>
  );
}
