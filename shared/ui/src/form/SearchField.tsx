// A rounded search field.
import type { Ref } from 'react';
import { CloseIcon, SearchIcon } from '../icons/icons.tsx';
import { words } from '../words/gen/ui.ts';
import styles from './SearchField.module.css';

interface SearchFieldProps {
  label: string;
  /** A longer description of possible input. */
  title?: string;
  value: string;
  onChange(value: string): void;
  ref?: Ref<HTMLInputElement>;
}

/** Renders a searchbox; Escape clears it while it has text. */
export function SearchField({ label, title, value, onChange, ref }: SearchFieldProps) {
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
        <button type="button" className={styles.clear} aria-label={words.clearSearch} onClick={() => onChange('')}>
          <CloseIcon />
        </button>
      )}
    </div>
  );
}
