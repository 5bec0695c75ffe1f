// Decodes client requests, stopping at the first field over its limit.
import { layouts } from '../gen/layouts.ts';
import { routes } from '../gen/routes.ts';
import type { Calls } from '../gen/types.ts';
import { createBoundedDecode } from './codec.ts';
import { limits } from './limits.ts';
import { requestLimits } from './requestLimits.ts';

/**
 * Decodes a request.
 * @throws Fault BAD_REQUEST for invalid bytes, TOO_LARGE when a field is over its limit.
 */
export const decodeRequest = createBoundedDecode(requestLimits, limits.unknownFieldsMax);

/** The bytes of a field's tag and length. */
const fieldOverhead = 8;
/** The bytes of a number with its tag. */
const varintMax = 13;
/** In JSON a character may take six bytes, and fields have names. */
const jsonFactor = 6;

/** Returns the maximum size in bytes of a message within its limits. */
function maxBytesOf(message: string): number {
  return layouts[message]!.reduce((sum, [, field, type]) => {
    const { items = 1, bytes = 0 } = requestLimits[message]?.[field] ?? {};
    const one = layouts[type] ? fieldOverhead + maxBytesOf(type) : bytes > 0 ? fieldOverhead + bytes : varintMax;
    return sum + items * one;
  }, 0);
}

/** Calls whose body may exceed the general limit; the gateway receives only a few of them at a time. */
const largeCalls: ReadonlySet<string> = new Set(['file.uploadPicture', 'aiBot.uploadPicture']);
export const isLargeCall = (call: keyof Calls): boolean => largeCalls.has(call);

/** The maximum body size of each call, in bytes. */
export const bodyMax = Object.fromEntries(
  Object.entries(routes).map(([call, { request, json }]) => [
    call,
    Math.min(
      largeCalls.has(call) ? Infinity : limits.bodyMax,
      limits.unknownBytesMax + maxBytesOf(request) * (json ? jsonFactor : 1),
    ),
  ]),
) as Record<keyof Calls, number>;
