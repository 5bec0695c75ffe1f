// The country of a phone number that is typed without its country code, inside the field.
import { words as strings } from '../words/gen/app.ts';
import styles from './SignIn.module.css';

export interface Country {
  /** Two capital letters. */
  id: string;
  /** Digits. */
  callingCode: string;
  /** Chosen by the person, and not the one that the gateway assumes. */
  isChosen?: boolean;
}

const words = strings.signIn;

/** The country that the gateway assumes, as it marked the page, such as 'DE 49'; null: it assumes none. */
export function presetCountry(): Country | null {
  const [id, callingCode] = document.documentElement.dataset['country']?.split(' ') ?? [];
  return id && callingCode ? { id, callingCode } : null;
}

/** The name in the page's language. */
export const countryName = (id: string): string =>
  new Intl.DisplayNames([document.documentElement.lang], { type: 'region' }).of(id) ?? id;

interface CountryButtonProps {
  country: Country | null;
  onClick(): void;
}

/** Its width never changes, because the served form does not know the country. */
export const CountryButton = ({ country, onClick }: CountryButtonProps) => (
  <button
    type="button"
    className={styles.country}
    aria-haspopup="dialog"
    aria-label={country ? words.countryOf({ name: countryName(country.id), code: country.callingCode }) : words.country}
    onClick={onClick}
  >
    {country ? `+${country.callingCode}` : '+'}
  </button>
);
