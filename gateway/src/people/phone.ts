// Validates and normalizes phone numbers.
import { Fault } from '@amber/proto/faults';

/**
 * A phone number as digits, with a plus where one was given.
 * @throws Fault 100001 for an invalid phone number.
 */
export function normalisePhone(text: string): string {
  const phone = text.replace(/[\s().-]/g, '');
  if (!/^\+?\d{6,15}$/.test(phone)) throw new Fault('100001');
  return phone;
}
