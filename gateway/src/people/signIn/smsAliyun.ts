// Sends codes through Aliyun's message service: its SendSms call, signed by its RPC rules (version 1, HMAC-SHA1).
import { randomUUID } from 'node:crypto';
import { aliyunSignature, percentEncode, queryOf } from '../../core/aliyunRpc.ts';
import type { SmsProvider } from './smsProvider.ts';
import { type RetryPolicy, sendWithRetry, SmsFailure } from './smsRetry.ts';

export interface AliyunSmsSettings {
  keyId: string;
  keySecret: string;
  /** The signature and the template that Aliyun has approved; the template has one variable, `code`. */
  sign: string;
  template: string;
}

const service = 'https://dysmsapi.aliyuncs.com/';

/** Aliyun's form of a number: numbers of mainland China without their prefix, others without the plus. */
const aliyunNumberOf = (phone: string): string => phone.replace(/^\+(86(?=1\d{10}$))?/, '');

/** Aliyun's error codes that may be transient. */
const transientCodes = /^(isp\.|Throttling|ServiceUnavailable|InternalError)/;

function checkAnswer(text: string): void {
  let code: unknown;
  try {
    code = (JSON.parse(text) as { Code?: unknown } | null)?.Code;
  } catch {
    code = undefined;
  }
  if (code === 'OK') return;
  if (typeof code !== 'string') throw new SmsFailure('the answer is not one of Aliyun', false);
  throw new SmsFailure(`Aliyun says ${code.slice(0, 60)}`, transientCodes.test(code));
}

/** @param url the service's address; tests pass their own */
export function createAliyunSms(
  { keyId, keySecret, sign, template }: AliyunSmsSettings,
  { url = service, policy }: { url?: string; policy?: RetryPolicy } = {},
): SmsProvider {
  return {
    name: 'aliyun',
    send(phone, code) {
      const buildRequest = () => {
        const query = queryOf({
          AccessKeyId: keyId,
          Action: 'SendSms',
          Format: 'JSON',
          PhoneNumbers: aliyunNumberOf(phone),
          SignName: sign,
          SignatureMethod: 'HMAC-SHA1',
          SignatureNonce: randomUUID(),
          SignatureVersion: '1.0',
          TemplateCode: template,
          TemplateParam: JSON.stringify({ code }),
          Timestamp: new Date().toISOString().replace(/\.\d{3}/, ''),
          Version: '2017-05-25',
        });
        const signature = percentEncode(aliyunSignature('POST', query, keySecret));
        return {
          url,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: `Signature=${signature}&${query}`,
        };
      };
      return sendWithRetry(buildRequest, checkAnswer, policy);
    },
  };
}
