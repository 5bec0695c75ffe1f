// Temporary permission to write one object, as an STS triple. Stateless: the signed token contains the permission.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { UploadSetting } from '@amber/proto';
import type { Clock } from '../../core/clock.ts';
import { OssError } from './ossError.ts';

export interface Grant {
  /** The object's name. */
  key: string;
  /** The uploader. */
  who: string;
  /** The maximum size of the object. */
  bytes: number;
  /** Milliseconds. */
  until: number;
}

/** Every token has its own secret, so that the key id reveals nothing more. */
export const accessKeyId = 'STS.amber';

export type Grants = ReturnType<typeof createGrants>;

export function createGrants({ secret, clock }: { secret: string; clock: Clock }) {
  const mac = (use: 'token' | 'key', text: string) =>
    createHmac('sha256', secret).update(`${use}/${text}`).digest('base64url');
  const secretOf = (token: string) => mac('key', token);

  return {
    /** The STS triple for a grant. */
    sign(grant: Grant): Pick<UploadSetting, 'accessKeyId' | 'accessKeySecret' | 'securityToken'> {
      const text = Buffer.from(JSON.stringify(grant)).toString('base64url');
      const securityToken = `${text}.${mac('token', text)}`;
      return { accessKeyId, accessKeySecret: secretOf(securityToken), securityToken };
    },

    /**
     * A token's grant, and the secret that its requests must be signed with.
     * @throws OssError InvalidSecurityToken, SecurityTokenExpired
     */
    verify(securityToken: string): { grant: Grant; accessKeySecret: string } {
      const [text = '', ...signatureParts] = securityToken.split('.');
      const [signature, expected] = [Buffer.from(signatureParts.join('.')), Buffer.from(mac('token', text))];
      if (signature.length !== expected.length || !timingSafeEqual(signature, expected))
        throw new OssError('InvalidSecurityToken');
      const grant = JSON.parse(Buffer.from(text, 'base64url').toString()) as Grant;
      if (clock() >= grant.until) throw new OssError('SecurityTokenExpired');
      return { grant, accessKeySecret: secretOf(securityToken) };
    },
  };
}
