// Validates ids, devices, texts and names.
import type { Unencrypted } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';

/** Client-made ids: printable, no spaces, of sensible length. */
const clientId = /^[\x21-\x7e]{1,64}$/;

/** @throws Fault BAD_REQUEST */
export function checkDeviceId(deviceId: string): void {
  if (!clientId.test(deviceId)) throw new Fault('BAD_REQUEST');
}

/** @throws Fault BAD_REQUEST */
export function checkMessageId(id: string): void {
  if (!clientId.test(id) || id.length !== limits.messageIdLength) throw new Fault('BAD_REQUEST');
}

/**
 * The time since which a device wants changes. Everything is sent for a time that the gateway cannot have issued, so a
 * device with such a time misses nothing.
 */
export const changedSince = (time: number, now: number): number => (time > 0 && time <= now ? time : 0);

/** An enum value of a newer version arrives as a number. @throws Fault BAD_REQUEST */
export function checkUnencrypted(value: Unencrypted): void {
  if (typeof value !== 'string') throw new Fault('BAD_REQUEST');
}

/**
 * Text for people, normalized for storage: keeps line breaks, rejects other control characters.
 * @throws Fault BAD_REQUEST when it is empty or longer than `max` characters.
 */
export function checkText(text: string, max: number): string {
  const normalized = text.replaceAll('\r\n', '\n').trim().normalize('NFC');
  const length = [...normalized].length;
  if (length < 1 || length > max || /[^\P{Cc}\n\t]/u.test(normalized)) throw new Fault('BAD_REQUEST');
  return normalized;
}

/** The same for an optional text. @throws Fault BAD_REQUEST */
export const checkOptionalText = (text: string, max: number): string =>
  text.trim() === '' ? '' : checkText(text, max);

/** Control characters, and characters that change the text direction. */
const forbiddenInNames = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/**
 * A name, normalized for storage.
 * @throws Fault BAD_NAME when it is empty, longer than `max` characters, or contains invisible characters.
 */
export function checkName(text: string, max: number = limits.nameMax): string {
  const name = text.trim().normalize('NFC');
  const length = [...name].length;
  if (length < 1 || length > max || forbiddenInNames.test(name) || !/[^\p{Cf}\p{Zs}]/u.test(name))
    throw new Fault('BAD_NAME');
  return name;
}

/** An optional name. @throws Fault BAD_NAME */
export const checkOptionalName = (text: string, max: number): string =>
  text.trim() === '' ? '' : checkName(text, max);
