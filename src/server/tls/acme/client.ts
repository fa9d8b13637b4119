/** A client of certificate authorities for challenges over HTTP. Source: RFC 8555. */
import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { CommandError } from '../../../core/errors.ts';
import { MINUTE_MS } from '../../../lib/time-units.ts';
import type { OperatorAnswer, OperatorRequest } from '../../../outbound/operator.ts';

/** An account at an authority. */
export interface AcmeAccount {
  readonly key: KeyObject;
  /** Its address, which identifies it; null before it is registered. */
  readonly url: string | null;
}

export interface AcmeOptions {
  readonly directoryUrl: string;
  readonly email: string | null;
  readonly account: AcmeAccount;
  /** Called once the account is registered. */
  readonly onRegistered: (url: string) => void;
  /** The answers to challenges by their tokens, which the server gives at `/.well-known/acme-challenge/`. */
  readonly challenges: Map<string, string>;
  readonly request: (url: string, options: OperatorRequest) => Promise<OperatorAnswer>;
  readonly signal: AbortSignal;
}

/** A refusal by the authority. */
export class AcmeError extends CommandError {
  constructor(
    message: string,
    /** Such as `rateLimited`: the last part of its URN. Source: RFC 8555, section 6.7. */
    readonly type: string,
    /** Seconds after which to try again, where the authority says so. */
    readonly retryAfterSeconds: number | null,
  ) {
    super(message);
  }
}

interface Answer {
  readonly headers: Headers;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 256 * 1024;
/** A nonce may have expired in between; an authority of several servers may refuse some more in a row. */
const MAX_NONCE_RETRIES = 10;
const POLL_MS = 1_000;
const MAX_POLLS = 90;
const MAX_POLL_MS = 10_000;
/** Of an order in all, whatever the authority has the server wait for. */
const ORDER_TIMEOUT_MS = 15 * MINUTE_MS;
/** Authorizations of an order, which is for one host. */
const MAX_AUTHORIZATIONS = 10;
/** Length of a reason in the words of the authority. */
const MAX_REASON = 300;

const toBase64Url = (content: string | Uint8Array): string => Buffer.from(content).toString('base64url');

/** Returns the public key as a JWK with its members in the order of a thumbprint. Source: RFC 7638, section 3.2. */
function toJwk(key: KeyObject) {
  const { crv, kty, x, y } = createPublicKey(key).export({ format: 'jwk' });
  return { crv, kty, x, y };
}

/** Orders a certificate. Returns it with its chain in PEM; rejects with the reason of the authority. */
export async function orderCertificate(
  host: string,
  certificateRequest: Uint8Array,
  options: AcmeOptions,
): Promise<string> {
  const late = AbortSignal.timeout(ORDER_TIMEOUT_MS);
  const session = await openSession({ ...options, signal: AbortSignal.any([options.signal, late]) });
  const order = await session.postTo('newOrder', { identifiers: [{ type: 'dns', value: host }] });
  const orderUrl = session.toUrl(order.headers.get('location'), 'order');
  const authorizations = Array.isArray(order.body['authorizations']) ? order.body['authorizations'] : [];
  for (const url of authorizations.slice(0, MAX_AUTHORIZATIONS))
    await authorize(session, session.toUrl(url, 'authorization'), options);
  const finalizeUrl = session.toUrl(order.body['finalize'], 'finalize');
  await session.post(finalizeUrl, { csr: toBase64Url(certificateRequest) });
  const done = await session.poll(orderUrl, 'valid');
  return (await session.post(session.toUrl(done.body['certificate'], 'certificate'), null)).text;
}

type Session = Awaited<ReturnType<typeof openSession>>;

/** Proves that the host is this server's. */
async function authorize(session: Session, url: string, { account, challenges }: AcmeOptions): Promise<void> {
  const { body } = await session.post(url, null);
  if (body['status'] === 'valid') return;
  const offered = (Array.isArray(body['challenges']) ? body['challenges'] : []) as Record<string, unknown>[];
  const challenge = offered.find(({ type }) => type === 'http-01');
  if (!challenge) throw new CommandError('the authority offers no challenge over HTTP (http-01)');
  const token = String(challenge['token']);
  // Source: RFC 8555, section 8.3.
  if (!/^[\w-]+$/.test(token))
    throw new CommandError('the authority offers a challenge without a valid token');
  const thumbprint = createHash('sha256')
    .update(JSON.stringify(toJwk(account.key)))
    .digest('base64url');
  challenges.set(token, `${token}.${thumbprint}`);
  try {
    await session.post(session.toUrl(challenge['url'], 'challenge'), {});
    await session.poll(url, 'valid');
  } finally {
    challenges.delete(token);
  }
}

/** Reads the directory and finds or registers the account. */
async function openSession({ directoryUrl, email, account, onRegistered, request, signal }: AcmeOptions) {
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal };
  const { protocol } = new URL(directoryUrl);
  const { status, text } = await request(directoryUrl, limits);
  const directory = parseJson(text);
  if (status !== 200 || !('newOrder' in directory))
    throw new CommandError(`the authority has no directory at FOOTFALL_ACME_URL: it answered ${status}`);
  let nonce: string | null = null;
  let accountUrl = account.url;

  /** Returns an address that the authority names. */
  function toUrl(value: unknown, what: string): string {
    if (typeof value === 'string' && URL.parse(value)?.protocol === protocol) return value;
    throw new CommandError(`the authority names no address of ${protocol} for: ${what}`);
  }

  async function takeNonce(): Promise<string> {
    const known = nonce;
    nonce = null;
    if (known !== null) return known;
    const { headers } = await request(toUrl(directory['newNonce'], 'newNonce'), {
      ...limits,
      method: 'HEAD',
    });
    return headers.get('replay-nonce') ?? '';
  }

  /** Posts a signed body; null reads what is there. */
  async function post(url: string, body: object | null): Promise<Answer> {
    for (let retries = 0; ; retries++) {
      const header = {
        alg: 'ES256',
        nonce: await takeNonce(),
        url,
        ...(accountUrl === null ? { jwk: toJwk(account.key) } : { kid: accountUrl }),
      };
      const answer = await request(url, {
        ...limits,
        method: 'POST',
        headers: { 'content-type': 'application/jose+json' },
        body: JSON.stringify(signBody(header, body, account.key)),
      });
      nonce = answer.headers.get('replay-nonce');
      if (answer.status < 400) return toAnswer(answer);
      const error = toError(answer);
      if (error.type !== 'badNonce' || retries >= MAX_NONCE_RETRIES) throw error;
    }
  }

  /** Posts to a resource of the directory. */
  const postTo = (name: string, body: object) => post(toUrl(directory[name], name), body);

  /** Reads a resource until it has a status. */
  async function poll(url: string, wanted: string): Promise<Answer> {
    for (let count = 0; count < MAX_POLLS; count++) {
      const answer = await post(url, null);
      if (answer.body['status'] === wanted) return answer;
      if (answer.body['status'] === 'invalid') throw new CommandError(findReason(answer.body));
      const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
      await wait(
        Number.isFinite(seconds) ? Math.min(Math.max(seconds * 1000, POLL_MS), MAX_POLL_MS) : POLL_MS,
        signal,
      );
    }
    throw new CommandError('the authority did not validate the host in time');
  }

  if (accountUrl === null) {
    const contact = email === null ? {} : { contact: [`mailto:${email}`] };
    const made = await postTo('newAccount', { termsOfServiceAgreed: true, ...contact });
    accountUrl = toUrl(made.headers.get('location'), 'account');
    onRegistered(accountUrl);
  }
  return { post, postTo, poll, toUrl };
}

function signBody(header: object, body: object | null, key: KeyObject) {
  const protectedHeader = toBase64Url(JSON.stringify(header));
  const payload = body === null ? '' : toBase64Url(JSON.stringify(body));
  const signature = sign('sha256', Buffer.from(`${protectedHeader}.${payload}`), {
    key,
    dsaEncoding: 'ieee-p1363',
  });
  return { protected: protectedHeader, payload, signature: toBase64Url(signature) };
}

function parseJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const toAnswer = ({ headers, text }: OperatorAnswer): Answer => ({ headers, text, body: parseJson(text) });

function toError({ status, headers, text }: OperatorAnswer): AcmeError {
  const { type, detail } = parseJson(text);
  const name = typeof type === 'string' ? (type.split(':').at(-1) ?? '') : '';
  const reason = typeof detail === 'string' ? toReason(detail) : `it answered ${status}`;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return new AcmeError(
    `the authority refuses: ${reason}${name === '' ? '' : ` (${name})`}`,
    name,
    Number.isFinite(seconds) ? seconds : null,
  );
}

/** Returns words of the authority as one line. */
const toReason = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, MAX_REASON);

/** Finds why an authorization or an order is invalid. */
function findReason(body: Readonly<Record<string, unknown>>): string {
  const parts = [body, ...(Array.isArray(body['challenges']) ? body['challenges'] : [])] as {
    readonly error?: { readonly detail?: unknown };
  }[];
  const detail = parts.map(({ error }) => error?.detail).find(each => typeof each === 'string');
  return `the authority could not check the host: ${detail === undefined ? 'it names no reason' : toReason(String(detail))}`;
}

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
