// The actions that a grant allows: to upload its object whole or in parts.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Limits } from '@amber/proto/limits';
import { readAtMinRate } from '../../core/minRate.ts';
import { quoteEtag, sendEtag, sendXml } from './responses.ts';
import type { ObjectStorage } from './objectStorage.ts';
import type { Grant } from './grants.ts';
import { OssError } from './ossError.ts';
import { partMin, partNumberMax } from './parts.ts';
import { readPartList, writeXml } from './xml.ts';

/** The bucket's name for OSS clients; also the first part of object paths. */
export const bucket = 'files';

interface ActionPorts {
  storage: ObjectStorage;
  /** Counts bytes against this person's daily quota; false when it is exceeded. */
  charge(who: string, bytes: number): Promise<boolean>;
  limits: Limits;
}

/** An accepted request. */
interface GrantedRequest {
  request: IncomingMessage;
  response: ServerResponse;
  grant: Grant;
  query: URLSearchParams;
}

type Action = (granted: GrantedRequest) => Promise<void>;

/** The size of a list of 10,000 parts in XML. */
const listMax = 1_048_576;
const listedAtOnce = 1_000;
/** Parameters of ListParts: they change what is listed, not what is done. */
const listOptions = ['max-parts', 'part-number-marker', 'encoding-type'];

/** @throws OssError MissingContentLength */
function lengthOf({ headers }: IncomingMessage): number {
  if (headers['content-length'] === undefined) throw new OssError('MissingContentLength');
  return Number(headers['content-length']);
}

/** @throws OssError InvalidArgument unless it is a number from `from` to `to`. */
function numberIn(text: string | null, from: number, to: number): number {
  const value = /^\d{1,9}$/.test(text ?? '') ? Number(text) : NaN;
  if (!(value >= from && value <= to)) throw new OssError('InvalidArgument');
  return value;
}

export type UploadActions = ReturnType<typeof createUploadActions>;

export function createUploadActions({ storage, charge, limits }: ActionPorts) {
  /** The incoming body. Its bytes are charged when announced, and again when sent again. */
  async function incoming({ request, grant }: GrantedRequest) {
    const size = lengthOf(request);
    if (size > grant.bytes) throw new OssError('EntityTooLarge');
    // Empty files fill a disk as well, so every upload is charged at least one part.
    if (!(await charge(grant.who, Math.max(size, partMin)))) throw new OssError('QuotaExceeded');
    const md5 = request.headers['content-md5'];
    return {
      size,
      most: grant.bytes,
      md5: typeof md5 === 'string' ? md5 : undefined,
      body: readAtMinRate(request, limits),
    };
  }

  async function textOf(request: IncomingMessage): Promise<string> {
    if (lengthOf(request) > listMax) throw new OssError('EntityTooLarge');
    return (await buffer(readAtMinRate(request, limits))).toString();
  }

  /** The actions by method and parameters. */
  const actions: Record<string, Action> = {
    async PUT(granted) {
      const { etag } = await storage.put(granted.grant.key, await incoming(granted));
      sendEtag(granted.response, etag);
    },

    async 'POST uploads'({ response, grant: { key } }) {
      sendXml(
        response,
        200,
        writeXml('InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId: await storage.begin(key) }),
      );
    },

    async 'PUT partNumber uploadId'(granted) {
      const { response, grant, query } = granted;
      const number = numberIn(query.get('partNumber'), 1, partNumberMax);
      const { md5 } = await storage.receive(grant.key, query.get('uploadId')!, number, await incoming(granted));
      sendEtag(response, md5);
    },

    async 'GET uploadId'({ response, grant: { key }, query }) {
      const uploadId = query.get('uploadId')!;
      const after = numberIn(query.get('part-number-marker') ?? '0', 0, partNumberMax);
      const most = numberIn(query.get('max-parts') ?? String(listedAtOnce), 1, listedAtOnce);
      const left = (await storage.parts(key, uploadId)).filter(({ number }) => number > after);
      const listed = left.slice(0, most);
      sendXml(
        response,
        200,
        writeXml(
          'ListPartsResult',
          {
            Bucket: bucket,
            Key: key,
            UploadId: uploadId,
            PartNumberMarker: after,
            NextPartNumberMarker: listed.at(-1)?.number ?? after,
            MaxParts: most,
            IsTruncated: left.length > most,
          },
          {
            name: 'Part',
            all: listed.map(({ number, size, md5 }) => ({ PartNumber: number, ETag: quoteEtag(md5), Size: size })),
          },
        ),
      );
    },

    async 'POST uploadId'({ request, response, grant: { key }, query }) {
      const { etag } = await storage.finish(key, query.get('uploadId')!, readPartList(await textOf(request)));
      sendXml(
        response,
        200,
        writeXml('CompleteMultipartUploadResult', {
          Location: `/${bucket}/${key}`,
          Bucket: bucket,
          Key: key,
          ETag: quoteEtag(etag),
        }),
        { etag: quoteEtag(etag) },
      );
    },

    async 'DELETE uploadId'({ response, grant: { key }, query }) {
      await storage.abort(key, query.get('uploadId')!);
      response.writeHead(204).end();
    },
  };

  return {
    /** The action a request asks for; undefined if none. */
    find({ method, headers }: IncomingMessage, query: URLSearchParams): Action | undefined {
      // A copy request has no body, and must not create an empty object.
      if (headers['x-oss-copy-source'] !== undefined) return undefined;
      const names = [...new Set(query.keys())].filter((name) => method !== 'GET' || !listOptions.includes(name)).sort();
      return actions[[method, ...names].join(' ')];
    },
  };
}
