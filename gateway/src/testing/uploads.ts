// Uploads for tests: with the store's client library, or raw.
import { randomBytes } from 'node:crypto';
import type { UploadSetting } from '@amber/proto';
import OSS from 'ali-oss';
import type { Person } from './client.ts';

/** The minimum size of every part but the last, in tests. */
export const partSize = 102_400;

export const newUploadName = (): string => randomBytes(27).toString('base64url');

export interface UploadPermit {
  key: string;
  setting: UploadSetting;
}

/** Requests an upload permit for this person's file. @throws Fault */
export async function requestPermit({ api }: Pick<Person, 'api'>, random = newUploadName()): Promise<UploadPermit> {
  const { setting } = await api.file.uploadInfo({ random });
  return { key: `chat/${random}`, setting: JSON.parse(setting) as UploadSetting };
}

/** The client library, configured as the engine does it. */
export function ossClientOf({ setting }: UploadPermit, changed: Partial<OSS.Options> = {}): OSS {
  const { accessKeyId, accessKeySecret, securityToken, bucket, domain, pathStyle, region } = setting;
  const options = {
    accessKeyId,
    accessKeySecret,
    stsToken: securityToken,
    bucket,
    endpoint: domain,
    region: `oss-${region}`,
    authorizationV4: true,
    sldEnable: pathStyle,
    cname: !pathStyle,
    secure: false,
    refreshSTSTokenInterval: 1e9,
    refreshSTSToken: async () => ({ accessKeyId, accessKeySecret, stsToken: securityToken }),
    ...changed,
  };
  return new OSS(options);
}

export const fileUrlOf = ({ key, setting: { domain, bucket } }: UploadPermit): string => `${domain}/${bucket}/${key}`;

/** The result of the library's promise: SUCCESS, or the store's code. */
export const ossOutcome = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'SUCCESS',
    (error: { code?: string; name: string }) => error.code ?? error.name,
  );
