// What a typed phone number can be, before a message to it is paid for. The gateway decides.
import { type CountryCode, parsePhoneNumberFromString, validatePhoneNumberLength } from 'libphonenumber-js/min';
import type { Country } from './CountryButton.tsx';
import { words } from '../words/gen/phoneNumbers.ts';

export { CountryPicker } from './CountryPicker.tsx';

const withoutSeparators = (text: string): string => text.replaceAll(/[\s().-]/g, '');

const hasCountryCode = (digits: string): boolean => /^(?:\+|00)/.test(digits);

const withPlus = (digits: string): string => digits.replace(/^00/, '+');

/** The international form of a number that is typed as at home in this country; one with a plus stays. */
export function toInternational(text: string, { id }: Country): string {
  const digits = withoutSeparators(text);
  if (hasCountryCode(digits)) return text;
  return parsePhoneNumberFromString(digits, { defaultCountry: id as CountryCode, extract: false })?.number ?? text;
}

/** The sentence about a text that cannot be a number as people type them; undefined if it can. */
export function problemOf(text: string, country: Country | null): string | undefined {
  const digits = withoutSeparators(text);
  if (!/^\+?\d+$/.test(digits)) return words.notNumber;
  if (hasCountryCode(digits)) return lengthProblem(withPlus(digits));
  if (!country) return words.noCountry;
  const asAtHome = lengthProblem(digits, country.id as CountryCode);
  // The gateway also reads a number whose plus was left out.
  return asAtHome === undefined || lengthProblem(`+${digits}`) === undefined ? undefined : asAtHome;
}

function lengthProblem(digits: string, country?: CountryCode): string | undefined {
  switch (validatePhoneNumberLength(digits, { ...(country && { defaultCountry: country }) })) {
    case 'TOO_SHORT':
      return words.tooShort;
    case 'TOO_LONG':
      return words.tooLong;
    case 'INVALID_COUNTRY':
      return words.unknownCode;
    case undefined:
      return undefined;
    default:
      return words.notNumber;
  }
}
