// Reads what clients ask: decoding stops at the first field that holds more than it may.
import { layouts } from '../gen/layouts.ts';
import { routes } from '../gen/routes.ts';
import type { Calls } from '../gen/types.ts';
import { createBoundedDecode } from './codec.ts';
import { limits } from './limits.ts';
import { requestLimits } from './requestLimits.ts';

/**
 * The request in these bytes.
 * @throws Fault BAD_REQUEST when they are none, TOO_LARGE when a field holds more than its limit.
 */
export const decodeRequest = createBoundedDecode(requestLimits, limits.strayFieldsMax);

/** A field's number and kind, and its length. */
const frameMax = 8;
/** A number, with its field's. */
const varintMax = 13;
/** In JSON a letter may be six bytes, and fields have names. */
const jsonFactor = 6;

/** The most bytes that a message within its limits may have. */
function mostBytes(message: string): number {
  return layouts[message]!.reduce((sum, [, field, type]) => {
    const { items = 1, bytes = 0 } = requestLimits[message]?.[field] ?? {};
    const one = layouts[type] ? frameMax + mostBytes(type) : bytes > 0 ? frameMax + bytes : varintMax;
    return sum + items * one;
  }, 0);
}

/** The most bytes that the body of each call may have. */
export const bodyMax = Object.fromEntries(
  Object.entries(routes).map(([call, { request, json }]) => [
    call,
    Math.min(limits.bodyMax, limits.strayBytesMax + mostBytes(request) * (json ? jsonFactor : 1)),
  ]),
) as Record<keyof Calls, number>;
