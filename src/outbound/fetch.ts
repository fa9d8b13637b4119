/** The only door out. */
import { AppError } from '../core/errors.ts';

const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * A JSON answer of at most 64 KiB from an address that the operator set (not a user): no redirect is followed.
 * Rejects when it does not come in time, is no success or no JSON. The address is never part of the message,
 * since it may hold a visitor's address or a key.
 */
export async function fetchOperatorJson(
  url: string,
  { timeoutMs }: { readonly timeoutMs: number },
): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json', 'user-agent': 'Footfall' },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok || !response.body)
    throw new AppError('unavailable', `the service answered ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new AppError('unavailable', 'the service answered too much');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
