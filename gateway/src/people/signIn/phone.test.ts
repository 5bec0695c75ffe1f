import fc from 'fast-check';
import { type CountryCode, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, test } from 'vitest';
import { createPhoneReader } from './phone.ts';

const german = createPhoneReader('DE');
const chinese = createPhoneReader('CN');
const american = createPhoneReader('US');
const anywhere = createPhoneReader(undefined);

describe('R259 every way to type a number has one stored form', () => {
  test.each([
    ['+49 151 12345678', '004915112345678', '4915112345678', '+49 (0151) 123-456.78', '0151 12345678', '15112345678'],
    ['+49 30 123456', '004930123456', '030 123456'],
  ])('R259 in Germany: %s', (number, ...others) => {
    const forms = [number, ...others].map((text) => german.read(text));
    expect(new Set(forms)).toEqual(new Set([number.replaceAll(' ', '')]));
  });

  test.each(['+86 138 1234 5678', '13812345678', '8613812345678', '008613812345678', '+8613812345678'])(
    'R259 in China: %s',
    (text) => {
      expect(chinese.read(text)).toBe('+8613812345678');
    },
  );

  test.each(['(202) 555-0123', '1 202 555 0123', '+1 202 555 0123', '0012025550123', '011 1 202 555 0123'])(
    'R259 in the United States: %s',
    (text) => {
      expect(american.read(text)).toBe('+12025550123');
    },
  );

  test.each([
    [chinese, '004915112345678'],
    [chinese, '4915112345678'],
    [american, '004915112345678'],
    [american, '01149 151 12345678'],
    [anywhere, '+49 0151 12345678'],
    [anywhere, '0049 151 12345678'],
  ])('R259 another country’s number is not read as one of this country', ({ read }, text) => {
    expect(read(text)).toBe('+4915112345678');
  });

  test('R259 a national number that begins with digits of the own country code stays national', () => {
    expect(createPhoneReader('IN').read('9112345678')).toBe('+919112345678');
    expect(createPhoneReader('BR').read('55991234567')).toBe('+5555991234567');
    expect(createPhoneReader('RU').read('9161234567')).toBe('+79161234567');
  });

  test.each(['13812345678', '0151 12345678', '4915112345678'])(
    'R259 without a default country %j is refused, for it could be anybody’s',
    (text) => {
      expect(() => anywhere.read(text)).toThrow('100001');
    },
  );

  test('R259 a mobile number of every country, typed with a plus, with 00, or as at home', () => {
    const countries = Object.keys(examples) as CountryCode[];
    expect(countries.length).toBeGreaterThan(200);
    const wrong = countries.flatMap((country) => {
      const number = getExampleNumber(country, examples)!;
      const atHome = createPhoneReader(country);
      const forms = [number.number, number.formatNational(), `00${number.number.slice(1)}`, number.number.slice(1)];
      return [
        ...forms.filter((text) => atHome.read(text) !== number.number),
        ...[german, chinese, american].flatMap(({ read }) =>
          [forms[0]!, forms[2]!].filter((text) => read(text) !== number.number),
        ),
      ].map((text) => `${country} ${text}`);
    });
    expect(wrong).toEqual([]);
  });

  test.each(['', '+', 'abc', '12345678x', '+999123456789', '+4915112345678;ext=5', '+49151123456781234567', '٠١٥١'])(
    'R161 R259 %j is no number',
    (text) => {
      for (const { read } of [german, chinese, anywhere]) expect(() => read(text)).toThrow('100001');
    },
  );
});

describe('R259 numbers that were stored before E.164', () => {
  test.each([
    [german, '+49015112345678', '+4915112345678'],
    [german, '004915112345678', '+4915112345678'],
    [german, '4915112345678', '+4915112345678'],
    [german, '015112345678', '+4915112345678'],
    [chinese, '13812345678', '+8613812345678'],
    [chinese, '4915112345678', null],
    [createPhoneReader('CH'), '13612345678', null],
    [anywhere, '13812345678', null],
    [anywhere, '004915112345678', '+4915112345678'],
    [anywhere, '+160', null],
  ])('R259 are rewritten only where their reading is certain', ({ storedNumber }, stored, number) => {
    expect(storedNumber(stored)).toBe(number);
  });

  test('R259 have their budget of codes under E.164, where they can be read', () => {
    expect(anywhere.numberOf('13812345678')).toBe('13812345678');
    expect(chinese.numberOf('13812345678')).toBe('+8613812345678');
  });
});

test('R259 reading a number twice changes nothing', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(german, chinese, american, anywhere),
      fc.stringMatching(/^(\+|00)?[1-9]\d{5,14}$/),
      ({ numberOf }, text) => {
        expect(numberOf(numberOf(text))).toBe(numberOf(text));
      },
    ),
    { numRuns: 300 },
  );
});
