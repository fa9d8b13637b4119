/** Alerts of a site and notification channels, added by hand. */
import { expect, test } from 'bun:test';
import { fillHours, pass } from '../support/alerting.ts';
import {
  expectAccessible,
  expectNoSideScroll,
  expectUsableOnPhoneToo,
  shareDashboard,
  shoot,
  toPhone,
} from '../support/dashboard.ts';

const { server, signedIn } = shareDashboard();

test('an alert is added with a preview of the past, and its history is shown', async () => {
  const { id } = await server().given.site({ label: 'Shop', url: 'https://shop.example' });
  await fillHours(server(), id, 5 * 168);
  await pass(server(), id, 60, 180);
  await pass(server(), id, 120, 20);
  const { page, complaints } = await signedIn(`/sites/${id}/monitoring`);
  await page.getByRole('link', { name: 'Alerts', exact: true }).click();
  await page.getByText('No alerts yet').waitFor();
  await page.getByRole('link', { name: 'Add a notification channel' }).waitFor();
  await page.getByRole('button', { name: 'Add alert' }).click();
  await page.getByText('Would have fired once in the last 90 days:').waitFor();
  await page.getByLabel('Percent more than usual').fill('900');
  await page.getByText('Wouldn’t have fired in the last 90 days.').waitFor();
  await page.getByLabel('Percent more than usual').fill('5');
  await page.getByRole('button', { name: 'Add alert' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Percent more than usual').fill('100');
  await page.getByText('Would have fired once in the last 90 days:').waitFor();
  await expectUsableOnPhoneToo(page, 'new-alert');
  await page.getByRole('button', { name: 'Add alert' }).click();
  await page.getByText('At least 100% more pageviews than usual within 1 hour').waitFor();
  await pass(server(), id, 30, 300);
  await page.reload();
  await page.getByText('Firing', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByText('still firing').waitFor();
  await page.getByRole('button', { name: 'Mute for a day' }).click();
  await page.getByRole('button', { name: 'Unmute' }).waitFor();
  await expectNoSideScroll(page);
  await shoot(page, 'alert-history');
  await page.getByRole('button', { name: 'Edit Traffic spike' }).click();
  await page.getByLabel('Percent more than usual').fill('250');
  await page.getByLabel('Name (optional)').fill('Busy');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('At least 250% more pageviews than usual within 1 hour').waitFor();
  await page.getByRole('button', { name: 'Delete Busy' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
  await page.getByText('No alerts yet').waitFor();
  expect(complaints.filter(complaint => !complaint.includes('status of 4'))).toEqual([]);
});

test('an alert on a goal chooses the goal and the change, with a preview', async () => {
  const { id } = await server().given.site({ label: 'Shop', url: 'https://shop.example' });
  await fillHours(server(), id, 5 * 168);
  const { page, complaints } = await signedIn(`/sites/${id}/monitoring/alerts`);
  await page.getByRole('button', { name: 'Add alert' }).click();
  await page.getByLabel('Alert me when…').selectOption('goal');
  await page.getByText('There’s no goal yet.').waitFor();
  await server().post(`/sites/${id}/goals`, { name: 'Pages', path: '/**' });
  await page.reload();
  await page.getByRole('button', { name: 'Add alert' }).click();
  await page.getByLabel('Alert me when…').selectOption('goal');
  await page.getByText('Wouldn’t have fired in the last 90 days.').waitFor();
  await page.getByLabel('Trigger').selectOption('silence');
  await page.getByLabel('Hours without a conversion').fill('12');
  await page.getByLabel('Trigger').selectOption('drop');
  await page.getByLabel('Time window').selectOption('168');
  await expectUsableOnPhoneToo(page, 'goal-alert');
  await page.getByRole('button', { name: 'Add alert' }).click();
  await page.getByText('Pages: at least 50% fewer conversions than usual within 7 days').waitFor();
  expect(complaints).toEqual([]);
});

test('this browser is a channel: it subscribes with the key of the server', async () => {
  const { page } = await signedIn('/settings/notifications', { isFresh: true });
  // A browser without a window grants nothing, and no push service can be reached: both are answered for it.
  await page.addInitScript(() => {
    Notification.requestPermission = async () => 'granted';
    PushManager.prototype.subscribe = async options => {
      document.documentElement.dataset['pushKey'] = String(options?.applicationServerKey);
      const keys = { p256dh: `B${'a'.repeat(86)}`, auth: 'b'.repeat(22) };
      return {
        toJSON: () => ({ endpoint: 'https://push.example/push', keys }),
      } as unknown as PushSubscription;
    };
  });
  await page.reload();
  await page.getByRole('button', { name: 'Add channel' }).click();
  await page.getByLabel('Service').selectOption('web_push');
  await page.getByText('even while Footfall is closed').waitFor();
  await page.getByRole('button', { name: 'Add channel' }).click();
  await page.getByText('https://push.example/…').or(page.getByRole('alert')).waitFor();
  expect(await page.getByRole('alert').allTextContents()).toEqual([]);
  const { public_key: key } = await server().get('/notification_channels/web_push_key');
  expect(await page.evaluate(() => document.documentElement.dataset['pushKey'])).toBe(key);
  const worker = await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL);
  expect(worker).toBe(`${server().url}/push-worker.js`);
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
    return await (await fetch(link?.href ?? '')).json();
  });
  expect(manifest).toMatchObject({ name: 'Footfall', display: 'standalone' });
  const [{ id }] = (await server().get('/notification_channels')).notification_channels;
  await server().api('DELETE', `/notification_channels/${id}`);
});

test('a notification channel is added, tested, changed and deleted; its secret is not shown again', async () => {
  const { page, complaints } = await signedIn('/');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Notification channels' }).click();
  await page.getByRole('button', { name: 'Add channel' }).click();
  await page.getByLabel('Service').selectOption('ntfy');
  await page.getByLabel('Topic').fill('not a topic');
  await page.getByRole('button', { name: 'Add channel' }).click();
  await page.getByRole('alert').getByText('1 to 64 letters').waitFor();
  await page.getByLabel('Topic').fill('shop-4f9a');
  await page.getByLabel('Name (optional)').fill('Phone');
  await page.getByLabel('Quiet hours').check();
  await expectAccessible(page);
  await shoot(page, 'new-channel');
  await page.getByRole('button', { name: 'Add channel' }).click();
  await page.getByText('quiet from 22:00 to 07:00').waitFor();
  expect(await page.getByText('shop-4f9a').count()).toBe(0);
  await page.getByRole('button', { name: 'Send a test alert to Phone' }).click();
  await page.getByText('Delivery failed').waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Enabled').uncheck();
  await toPhone(page);
  await expectNoSideScroll(page);
  await shoot(page, 'edit-channel');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('off', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete Phone' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
  await page.getByText('No notification channels yet').waitFor();
  expect(complaints.filter(complaint => !complaint.includes('status of 422'))).toEqual([]);
});
