// Validates names of remotes, versions and files, and builds the addresses of release files.
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';

const remoteName = /^[a-z][A-Za-z0-9]{0,31}$/;
const versionName = /^[A-Za-z0-9][\w.+-]{0,63}$/;
/** No path segment begins with a dot. */
const filePath = /^[A-Za-z0-9_-][\w.@+-]*(\/[A-Za-z0-9_-][\w.@+-]*)*$/;

export const isRemoteName = (text: string): boolean => remoteName.test(text);
export const isVersionName = (text: string): boolean => versionName.test(text);
export const isFilePath = (text: string): boolean => text.length <= limits.releasePathMax && filePath.test(text);

/** @throws Fault BAD_REQUEST */
export function checkRelease({ remote, version }: { remote: string; version: string }): void {
  if (!isRemoteName(remote) || !isVersionName(version)) throw new Fault('BAD_REQUEST');
}

/** The address of a release's file. */
export const releaseFilePath = (remote: string, version: string, path: string): string =>
  `/chat/remotes/${remote}/${version}/${path}`;
