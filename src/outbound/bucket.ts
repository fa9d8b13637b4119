/**
 * Uploads to a bucket of S3 that the operator set, with limits of time and size and without redirects, which the runtime's client
 * does not have. Source: AWS, Signature Version 4 and the API of S3.
 */
import { createHash, createHmac } from 'node:crypto';
import { systemClock } from '../core/clock.ts';
import { AppError, getErrorMessage } from '../core/errors.ts';
import { MINUTE_MS } from '../lib/time-units.ts';
import { type OperatorAnswer, requestOperator } from './operator.ts';

/** How a bucket is reached. */
export interface BucketAccess {
  /** Null: that of AWS. */
  readonly endpoint: string | null;
  readonly region: string | null;
  readonly accessKeyId: string | null;
  readonly secretAccessKey: string | null;
}

interface Call {
  readonly method: 'PUT' | 'POST' | 'DELETE';
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly signal: AbortSignal;
}

/** Of a request, which sends 16 MiB at most. */
const TIMEOUT_MS = 5 * MINUTE_MS;
const MAX_ANSWER_BYTES = 64 * 1024;
const TRIES = 3;
const MAX_REASON = 300;
const STANDARD_REGION = 'us-east-1';
const NO_HASH = 'UNSIGNED-PAYLOAD';

/** Creates the client of a bucket. */
export function createBucket(name: string, { endpoint, ...access }: BucketAccess) {
  const region =
    access.region ?? /\bs3[.-]([a-z\d-]+)\.amazonaws\.com/.exec(endpoint ?? '')?.[1] ?? STANDARD_REGION;
  const base = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  const root = `${base.pathname.replace(/\/$/, '')}/${encode(name)}`;
  const keys = { region, id: access.accessKeyId ?? '', secret: access.secretAccessKey ?? '' };

  async function callOnce({ method, key, query = {}, body, signal }: Call): Promise<OperatorAnswer> {
    const path = `${root}/${key.split('/').map(encode).join('/')}`;
    const parameters = Object.entries(query)
      .map(([field, value]) => `${encode(field)}=${encode(value)}`)
      .sort()
      .join('&');
    const headers = sign({ method, host: base.host, path, parameters }, keys);
    const url = `${base.origin}${path}${parameters === '' ? '' : `?${parameters}`}`;
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES };
    const answer = await requestOperator(url, {
      ...{ method, headers, signal, ...limits },
      ...(body !== undefined && { body }),
    });
    // Some answer an upload in parts with 200 before they know that it failed.
    if (answer.status < 200 || answer.status > 299 || /<Error\b/.test(answer.text)) throw toError(answer);
    return answer;
  }

  /** Calls the bucket, and again after a failure that may pass. */
  async function call(request: Call): Promise<OperatorAnswer> {
    for (let tries = 1; ; tries++) {
      try {
        return await callOnce(request);
      } catch (error) {
        request.signal.throwIfAborted();
        if (error instanceof BucketError && (tries >= TRIES || error.status < 500)) throw error;
        if (tries >= TRIES)
          throw new AppError('unavailable', `${PLACE} cannot be used: ${getErrorMessage(error)}`);
      }
    }
  }

  /** Puts bytes under a key, or a part of an upload. Returns the tag that the bucket gives them. */
  async function put(
    key: string,
    body: Uint8Array<ArrayBuffer>,
    { signal, query }: Pick<Call, 'signal' | 'query'>,
  ) {
    const { headers } = await call({ method: 'PUT', key, body, signal, ...(query && { query }) });
    const tag = headers.get('etag');
    if (tag === null) throw new AppError('unavailable', `${PLACE} stored nothing: its answer has no ETag`);
    return tag;
  }

  return {
    put,

    /** Begins an upload in parts, in order, which shows once it is finished. */
    async begin(key: string, signal: AbortSignal) {
      const { text } = await call({ method: 'POST', key, query: { uploads: '' }, signal });
      const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(text)?.[1];
      if (uploadId === undefined) throw new AppError('unavailable', `${PLACE} begins no upload in parts`);
      const tags: string[] = [];
      return {
        async add(part: Uint8Array<ArrayBuffer>): Promise<void> {
          const query = { partNumber: String(tags.length + 1), uploadId };
          tags.push(await put(key, part, { signal, query }));
        },
        async finish(): Promise<void> {
          const parts = tags.map(
            (tag, index) =>
              `<Part><PartNumber>${index + 1}</PartNumber><ETag>${Bun.escapeHTML(tag)}</ETag></Part>`,
          );
          const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
          const { text: done } = await call({ method: 'POST', key, query: { uploadId }, body, signal });
          if (!done.includes('<CompleteMultipartUploadResult'))
            throw new AppError('unavailable', `${PLACE} does not say that it stored the parts`);
        },
        /** Removes the parts that are there; those that cannot be removed stay. */
        async abandon(): Promise<void> {
          const late = AbortSignal.timeout(10_000);
          await callOnce({ method: 'DELETE', key, query: { uploadId }, signal: late }).catch(() => undefined);
        },
      };
    },
  };
}

const PLACE = 'the bucket of FOOTFALL_EXPORT_URL';

/** A refusal by the bucket. */
class BucketError extends AppError {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super('unavailable', message);
  }
}

function toError({ status, text }: OperatorAnswer): BucketError {
  const [code, reason] = ['Code', 'Message'].map(name => new RegExp(`<${name}>([^<]*)`).exec(text)?.[1]);
  const words = code === undefined ? String(status) : `${code}: ${reason ?? ''}`;
  return new BucketError(
    `${PLACE} answered ${words.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, MAX_REASON)}`,
    status === 200 ? 500 : status,
  );
}

/** Encodes what is between slashes, or a parameter. Source: RFC 3986, section 2.3. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

interface Signed {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly parameters: string;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Returns the headers of a signed request, by the time of the machine, which is what the bucket compares. */
function sign(
  { method, host, path, parameters }: Signed,
  { region, id, secret }: { readonly region: string; readonly id: string; readonly secret: string },
): Record<string, string> {
  const time = systemClock
    .now()
    .toISOString()
    .replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const headers = { host, 'x-amz-content-sha256': NO_HASH, 'x-amz-date': time };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = [method, path, parameters, lines.join(''), names, NO_HASH].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const digest = createHash('sha256').update(canonical).digest('hex');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, digest].join('\n')).toString('hex');
  const { host: _, ...sent } = headers;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}
