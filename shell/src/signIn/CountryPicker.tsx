// Chooses the country of a phone number.
import { Dialog } from '@amber/ui/Dialog';
import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type Country, countryName, presetCountry } from './CountryButton.tsx';
import { words } from '../words/gen/phoneNumbers.ts';
import styles from './CountryPicker.module.css';

export interface CountryPickerProps {
  chosen: Country | null;
  /** Called with the chosen country, or without one. */
  onClose(country?: Country): void;
}

interface NamedCountry {
  id: CountryCode;
  callingCode: string;
  name: string;
}

/** Every country, by its name in the page's language. */
function listCountries(): NamedCountry[] {
  const { compare } = new Intl.Collator(document.documentElement.lang);
  return getCountries()
    .map((id) => ({ id, callingCode: getCountryCallingCode(id) as string, name: countryName(id) }))
    .toSorted((one, other) => compare(one.name, other.name));
}

/** Without case and accents, so that 'cote' finds 'Côte d’Ivoire'. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();

/** A name in any part, an id, or the first digits of a calling code. */
function matches({ id, callingCode, name }: NamedCountry, query: string): boolean {
  const digits = query.replace(/^(?:\+|00)/, '');
  if (/^\d+$/.test(digits)) return callingCode.startsWith(digits);
  return fold(name).includes(fold(query)) || id === query.toUpperCase();
}

/** A dialog with a search field that keeps the focus, and a list in which the arrow keys move. */
export const CountryPicker = (props: CountryPickerProps) => (
  <Dialog title={words.choose} open onOpenChange={(next) => !next && props.onClose()}>
    <Countries {...props} />
  </Dialog>
);

function Countries({ chosen, onClose }: CountryPickerProps) {
  const [all] = useState(listCountries);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState<string | undefined>(chosen?.id);
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  const found = all.filter((country) => matches(country, query.trim()));
  const at = Math.max(
    0,
    found.findIndex(({ id }) => id === active),
  );
  const activeId = found[at]?.id;

  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const choose = ({ id, callingCode }: NamedCountry) => {
    const preset = presetCountry();
    onClose(preset?.id === id ? preset : { id, callingCode, isChosen: true });
  };

  const handleKey = (event: KeyboardEvent) => {
    // The composition of a Chinese name uses these keys itself.
    if (event.nativeEvent.isComposing) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }[event.key];
    if (to !== undefined) setActive(found[Math.min(Math.max(to, 0), found.length - 1)]?.id);
    else if (event.key !== 'Enter') return;
    else if (found[at]) choose(found[at]);
    event.preventDefault();
  };

  return (
    <div className={styles.picker} onKeyDown={handleKey}>
      <input
        className={styles.search}
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={activeId && `${listId}-${activeId}`}
        aria-label={words.find}
        placeholder={words.find}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(undefined);
        }}
      />
      {found.length === 0 && (
        <p className={styles.none} role="status">
          {words.none}
        </p>
      )}
      <ul ref={list} id={listId} className={styles.list} role="listbox" aria-label={words.choose}>
        {found.map((country) => (
          // The search field has the focus and handles the keys.
          <li
            key={country.id}
            id={`${listId}-${country.id}`}
            role="option"
            aria-selected={country.id === chosen?.id}
            data-active={country.id === activeId || undefined}
            className={styles.option}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(country)}
          >
            <span className={styles.name}>{country.name}</span>
            <span className={styles.code}>+{country.callingCode}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
