/** Web push: messages to an installed page of the dashboard, encrypted for its browser. Source: RFC 8030, RFC 8291, RFC 8292. */
import { createECDH } from 'node:crypto';
import type { ChannelValues } from '../../../core/notification-channels.ts';
import { DAY_SECONDS } from '../../../lib/time-units.ts';
import type { ChannelRequest } from './channel-request.ts';
import type { ChannelMessage } from './message.ts';

/** Keys by which push services know this server (VAPID). */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Creates the keys from a secret of the data folder: a private key of P-256 is a number of 32 bytes. */
export function createPushKeys(secret: Uint8Array): PushKeys {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(secret);
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: Buffer.from(secret).toString('base64url'),
  };
}

/** Who sends, for the operators of push services: an address of this server. */
const toSubject = (baseUrl: string): string =>
  baseUrl.startsWith('https://') ? baseUrl : 'mailto:footfall@example.invalid';

/** Builds the request of a message to the browser of a subscription. */
export async function buildPushRequest(
  values: ChannelValues,
  { title, lines, link, isUrgent }: ChannelMessage,
  { keys, baseUrl }: { readonly keys: PushKeys; readonly baseUrl: string },
): Promise<ChannelRequest> {
  // Loaded with the first message: most servers send none.
  const { generateRequestDetails } = await import('web-push');
  const subscription = {
    endpoint: values['url'] ?? '',
    keys: { p256dh: values['p256dh'] ?? '', auth: values['auth'] ?? '' },
  };
  const payload = JSON.stringify({ title, body: lines.join('\n'), url: link });
  const { headers, body } = generateRequestDetails(subscription, payload, {
    vapidDetails: { subject: toSubject(baseUrl), ...keys },
    TTL: DAY_SECONDS,
    urgency: isUrgent ? 'high' : 'normal',
    contentEncoding: 'aes128gcm',
  });
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  return { url: subscription.endpoint, method: 'POST', headers: Object.fromEntries(named), body: body ?? '' };
}
