// Parses phone numbers into E.164, the only form in which they are compared and stored.
import { Fault } from '@amber/proto/faults';
import parsePhoneNumber, {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
} from 'libphonenumber-js/max';

/** The maximum length: a plus and 15 digits. */
const e164Max = 16;

export type PhoneReader = ReturnType<typeof createPhoneReader>;

export const isPhoneCountry = (text: string): text is CountryCode => isSupportedCountry(text);
export type PhoneCountry = CountryCode;

/** How the page is marked with the country: its id and calling code, such as 'DE 49'. */
export const phoneCountryMark = (country: PhoneCountry): string => `${country} ${getCountryCallingCode(country)}`;

/** The digits, and the plus if there is one. */
export const withoutSeparators = (text: string): string => text.replaceAll(/[\s().-]/g, '');

/**
 * @param country the country whose national numbers may be typed without a country code; undefined: such numbers are
 * refused, because they could belong to people in different countries
 */
export function createPhoneReader(country: PhoneCountry | undefined) {
  const parseNumber = (text: string): PhoneNumber | undefined =>
    parsePhoneNumber(text, { extract: false, ...(country && { defaultCountry: country }) });

  const ownCode = country && getCountryCallingCode(country);

  /** The readings of digits without a plus: as a national number, and as an international one without its plus. */
  function candidatesOf(digits: string): { national: PhoneNumber | undefined; withPlus: PhoneNumber | undefined } {
    return {
      national: country && parseNumber(digits),
      withPlus: digits.startsWith('00') ? parseNumber(`+${digits.slice(2)}`) : country && parseNumber(`+${digits}`),
    };
  }

  /** Repeats the parsing until it changes nothing, because each parse may drop a leading zero. */
  function canonical(number: PhoneNumber | undefined): string | null {
    if (!number?.isPossible() || number.number.length > e164Max) return null;
    const again = parseNumber(number.number);
    if (again?.number === number.number) return number.number;
    return again && again.number.length < number.number.length ? canonical(again) : null;
  }

  /** The likelier of the two readings. */
  function likeliest(digits: string): PhoneNumber | undefined {
    const { national, withPlus } = candidatesOf(digits);
    const byLikelihood = withPlus?.countryCallingCode === ownCode ? [withPlus, national] : [national, withPlus];
    // A number that is not assigned yet may be newer than the metadata: its length decides.
    return byLikelihood.find((one) => one?.isValid()) ?? [national, withPlus].find((one) => one?.isPossible());
  }

  /**
   * Returns the E.164 form of a number as people type it.
   * @throws Fault 100001 when it is no phone number, or lacks a country code and there is no default country.
   */
  function read(text: string): string {
    const typed = withoutSeparators(text);
    if (!/^\+?\d{4,20}$/.test(typed)) throw new Fault('100001');
    const number = canonical(typed.startsWith('+') ? parseNumber(typed) : likeliest(typed));
    if (number === null) throw new Fault('100001');
    return number;
  }

  return {
    read,

    /** The E.164 form of a stored number; the number itself when it cannot be read, as in old databases. */
    numberOf(stored: string): string {
      try {
        return read(stored);
      } catch {
        return stored;
      }
    },

    /**
     * The E.164 form of a stored number where it is certain; null: it has no country code, or is no valid number. A
     * number of another country whose plus was left out is not certain: nobody knows how the provider read it.
     */
    storedNumber(stored: string): string | null {
      if (!/^\+?\d+$/.test(stored)) return null;
      if (stored.startsWith('+') || stored.startsWith('00')) return canonical(parseNumber(stored.replace(/^00/, '+')));
      const number = likeliest(stored);
      return number?.isValid() && number.countryCallingCode === ownCode ? canonical(number) : null;
    },
  };
}
