import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PhoneNumbers } from './PhoneNumbers.tsx';

const shown = (sameNumber: { identifier: string; sameAs: string }[], unreadNumbers: number) =>
  renderToStaticMarkup(<PhoneNumbers sameNumber={sameNumber} unreadNumbers={unreadNumbers} />);

it('R259 operators see which accounts have one number, and how many numbers lack a country code', () => {
  expect(shown([], 0)).toBe('');
  const both = shown([{ identifier: 'abcdefgh22222222', sameAs: 'abcdefgh33333333' }], 2);
  expect(both).toContain('abcdefgh22222222');
  expect(both).toContain('Same number as abcdefgh33333333');
  expect(both).toContain('2 older accounts have phone numbers without a country code');
});
