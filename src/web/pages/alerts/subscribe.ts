/** Subscribes this browser to web push. */
import { ApiError, call } from '../../api.ts';
import { toAddress } from '../../base-path.ts';
import * as labels from '../../labels/alerts.tsx';
import { CHANNELS_PATH } from './channel-words.ts';

/** Returns the settings of a channel to this browser. Throws an error to be shown where it cannot be told, or must not. */
export async function subscribe(): Promise<Record<string, string>> {
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis))
    throw new ApiError(400, labels.pushUnsupported);
  if ((await Notification.requestPermission()) !== 'granted') throw new ApiError(400, labels.pushDenied);
  const { public_key: applicationServerKey } = await call<{ public_key: string }>(
    'GET',
    `${CHANNELS_PATH}/web_push_key`,
  );
  await navigator.serviceWorker.register(toAddress('/push-worker.js'));
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey })
    .catch((error: unknown) => {
      throw new ApiError(400, labels.pushFailed(error instanceof Error ? error.message : ''));
    });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { url: endpoint, ...keys };
}

/** Lets browsers install the dashboard as an app, which some require for push. */
export function offerInstallation(): void {
  if (document.querySelector('link[rel=manifest]')) return;
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = toAddress('/manifest.webmanifest');
  document.head.append(link);
}
