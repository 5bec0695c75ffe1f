// Stores files in an Aliyun OSS bucket: the gateway issues upload permits and removes unheld files, but does not
// transfer the bytes.
import { randomUUID } from 'node:crypto';
import type { Limits } from '@amber/proto/limits';
import type { Readable } from 'node:stream';
import { Fault } from '@amber/proto/faults';
import type OSS from 'ali-oss';
import * as v from 'valibot';
import { aliyunSignature, queryOf } from '../core/aliyunRpc.ts';
import { boundedFetch } from '../core/boundedFetch.ts';
import type { Clock } from '../core/clock.ts';
import type { FileStore } from './fileStore.ts';

export interface AliyunSettings {
  /**
   * The key of a user who may assume the role, list and delete objects below `chat/`, and read, write and delete
   * objects below `pictures/`.
   */
  accessKeyId: string;
  accessKeySecret: string;
  /** The role that uploads assume. */
  roleArn: string;
  bucket: string;
  /** The bucket's own address. */
  domain: string;
  /** The bucket's region, such as cn-shanghai; its STS issues the credentials. */
  region: string;
}

const answerWithin = 10_000;

const credentials = v.object({
  Credentials: v.object({ AccessKeyId: v.string(), AccessKeySecret: v.string(), SecurityToken: v.string() }),
});

/** Permission to write this one object, whole or in parts: not to read, list or delete. */
const policyFor = (bucket: string, key: string): string =>
  JSON.stringify({
    Version: '1',
    Statement: [
      {
        Effect: 'Allow',
        Action: ['oss:PutObject', 'oss:ListParts', 'oss:AbortMultipartUpload'],
        Resource: [`acs:oss:*:*:${bucket}/${key}`],
      },
    ],
  });

/**
 * Destroys the stream, and so its connection, when it has more bytes. @throws Error when there are more than `most`
 * bytes.
 */
async function readUpTo(most: number, stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > most) throw new Error(`The bucket's object has more than ${most} bytes`);
  }
  return Buffer.concat(chunks);
}

/** @param sts an STS address that replaces the region's in tests */
export function createAliyunStore(
  { accessKeyId, accessKeySecret, roleArn, bucket, domain, region }: AliyunSettings,
  { limits, clock, sts = `https://sts.${region}.aliyuncs.com/` }: { limits: Limits; clock: Clock; sts?: string },
): FileStore {
  async function assumeRole(who: string, key: string) {
    const parameters = {
      Action: 'AssumeRole',
      Version: '2015-04-01',
      Format: 'JSON',
      RoleArn: roleArn,
      RoleSessionName: who,
      DurationSeconds: String(limits.uploadCredentialTtl / 1_000),
      Policy: policyFor(bucket, key),
      AccessKeyId: accessKeyId,
      SignatureMethod: 'HMAC-SHA1',
      SignatureVersion: '1.0',
      SignatureNonce: randomUUID(),
      Timestamp: new Date(clock()).toISOString().replace(/\.\d+Z$/, 'Z'),
    };
    const signature = aliyunSignature('POST', queryOf(parameters), accessKeySecret);
    const answer = await boundedFetch(
      sts,
      {
        method: 'POST',
        body: new URLSearchParams({ ...parameters, Signature: signature }),
        signal: AbortSignal.timeout(answerWithin),
      },
      { bytesMax: limits.serviceAnswerMax },
    );
    if (!answer.ok) throw new Error(`Aliyun's STS answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
    return v.parse(credentials, await answer.json()).Credentials;
  }

  const { origin, protocol } = new URL(domain);
  let client: Promise<OSS> | undefined;
  /** Uses the gateway's own key: the role is only for uploads. Aliyun's client is large, so it is loaded on demand. */
  const openClient = (): Promise<OSS> =>
    (client ??= import('ali-oss').then(
      ({ default: Client }) =>
        new Client({
          accessKeyId,
          accessKeySecret,
          bucket,
          endpoint: origin,
          cname: true,
          secure: protocol === 'https:',
          region: `oss-${region}`,
          authorizationV4: true,
          timeout: answerWithin,
        } as OSS.Options),
    ));
  const isMissing = (thrown: unknown): boolean => (thrown as { status?: number }).status === 404;

  return {
    origin,
    async grant({ key, who }) {
      const credentialsOfRole = await assumeRole(who, key).catch((cause: unknown) => {
        throw new Fault('UNAVAILABLE', { cause });
      });
      return {
        accessKeyId: credentialsOfRole.AccessKeyId,
        accessKeySecret: credentialsOfRole.AccessKeySecret,
        securityToken: credentialsOfRole.SecurityToken,
        bucket,
        domain: origin,
        pathStyle: false,
        region,
      };
    },
    async put(key, bytes) {
      await (await openClient()).put(key, Buffer.from(bytes)).catch((cause: unknown) => {
        throw new Fault('UNAVAILABLE', { cause });
      });
    },
    async get(key) {
      try {
        // Aliyun's client follows no redirects, but would buffer a response of any size.
        const { stream } = await (await openClient()).getStream(key);
        return await readUpTo(limits.pictureMax, stream as Readable);
      } catch (cause) {
        if (isMissing(cause)) return null;
        throw new Fault('UNAVAILABLE', { cause });
      }
    },
    async sizeOf(key) {
      try {
        const { headers } = (await (await openClient()).head(key)).res as { headers: Record<string, string> };
        return Number(headers['content-length']);
      } catch (cause) {
        if (isMissing(cause)) return null;
        throw new Fault('UNAVAILABLE', { cause });
      }
    },
    async remove(key) {
      await (await openClient()).delete(key).catch((cause: unknown) => {
        if (!isMissing(cause)) throw new Fault('UNAVAILABLE', { cause });
      });
    },
  };
}
