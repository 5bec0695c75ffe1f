import { expect, test } from 'vitest';
import * as v from 'valibot';
import { fieldError, validateForm, lengthBetween, numberBetween, required } from './form.ts';
import { showFieldError } from './showFieldError.ts';
import { textError } from './textError.ts';

test.each([
  ['an empty field', required('phone number'), '', 'Please enter phone number'],
  ['only spaces', required('phone number'), '   ', 'Please enter phone number'],
  ['too short', lengthBetween('Name', 2, 5), 'a', 'Name needs at least 2 characters'],
  ['too long', lengthBetween('Name', 2, 5), 'abcdef', 'Name can have at most 5 characters'],
  ['below the range', numberBetween('Age', 1, 9), '0', 'Age must be between 1 and 9'],
  ['above the range', numberBetween('Age', 1, 9), '10', 'Age must be between 1 and 9'],
  ['no number at all', numberBetween('Age', 1, 9), 'x', 'Age must be between 1 and 9'],
  ['a fraction', numberBetween('Age', 1, 9), '1.5', 'Age must be between 1 and 9'],
  ['another notation of a number', numberBetween('Age', 1, 9), '5e0', 'Age must be between 1 and 9'],
  ['no number where one is needed', numberBetween('Age', 0, 9), ' ', 'Please enter Age'],
  ['a number within the range', numberBetween('Age', 0, 9), ' 9 ', undefined],
  ['nothing wrong', lengthBetween('Name', 2, 5), 'Ada', undefined],
])('R164 form message for %s', (_, schema, value, message) => {
  expect(fieldError(schema as v.GenericSchema<string, unknown>, value)).toBe(message);
});

test('R164 length is counted in characters, not in UTF-16 units', () => {
  expect(fieldError(lengthBetween('Name', 1, 2), '🦊🐻')).toBeUndefined();
});

test('R164 a form gives the first problem of each field, or its trimmed values', () => {
  const schema = v.object({ phone: required('Phone number'), code: required('code') });
  expect(validateForm(schema, { phone: '', code: '' })).toEqual({
    errors: { phone: 'Please enter Phone number', code: 'Please enter code' },
  });
  expect(validateForm(schema, { phone: ' 12 ', code: '1' })).toEqual({ values: { phone: '12', code: '1' } });
});

test('R164 a fault with a field of this form stands beside it, any other elsewhere, never both', () => {
  const shown: string[] = [];
  const show = (field: string | undefined) =>
    showFieldError(
      { field, message: 'No' },
      ['phone', 'code'],
      (name) => shown.push(`beside ${name}`),
      () => shown.push('elsewhere'),
    );
  show('code');
  show('lastName');
  show(undefined);
  expect(shown).toEqual(['beside code', 'elsewhere', 'elsewhere']);
});

test.each([
  ['', 'Please enter Phone number'],
  ['12a', 'Phone number is not valid'],
  ['12', undefined],
])('R164 the sign-in has the same sentences: %j', (text, sentence) => {
  expect(textError(text, 'Phone number', /^\d+$/)).toBe(sentence);
});
