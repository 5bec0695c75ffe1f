// How remotes, versions and files may be called, and where a release's files are served.
import { Fault } from '@amber/proto/faults';

const remoteName = /^[a-z][A-Za-z0-9]{0,31}$/;
const versionName = /^[A-Za-z0-9][\w.+-]{0,63}$/;
/** No part of a path begins with a dot. */
const filePath = /^[A-Za-z0-9_-][\w.@+-]*(\/[A-Za-z0-9_-][\w.@+-]*)*$/;
const pathMax = 200;

export const isRemoteName = (text: string): boolean => remoteName.test(text);
export const isVersionName = (text: string): boolean => versionName.test(text);
export const isFilePath = (text: string): boolean => text.length <= pathMax && filePath.test(text);

/** @throws Fault BAD_REQUEST */
export function checkRelease({ remote, version }: { remote: string; version: string }): void {
  if (!isRemoteName(remote) || !isVersionName(version)) throw new Fault('BAD_REQUEST');
}

/** The address of a release's file. */
export const addressOfFile = (remote: string, version: string, path: string): string => `/chat/remotes/${remote}/${version}/${path}`;
