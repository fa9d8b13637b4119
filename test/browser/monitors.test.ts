/** Monitors and maintenance windows of a site, added by hand. */
import { expect, test } from 'bun:test';
import {
  expectAccessible,
  expectNoSideScroll,
  expectSettled,
  expectUsable,
  PHONE,
  shareDashboard,
  shoot,
  toPhone,
} from '../support/dashboard.ts';
import { forTest } from '../support/share.ts';
import { until } from '../support/until.ts';
import { startSite } from '../support/uptime.ts';

const { server, signedIn } = shareDashboard({ settings: { FOOTFALL_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' } });

test('a monitor of a job and one of a page are added, changed and deleted; maintenance is planned', async () => {
  const { id } = await server().given.site({ label: 'Shop', url: 'https://shop.example' });
  const { page, complaints } = await signedIn(`/sites/${id}/monitoring`);
  await page.getByRole('link', { name: 'Monitors', exact: true }).click();
  await page.getByRole('button', { name: 'Add monitor' }).click();
  await page.getByLabel('Type').selectOption('heartbeat');
  await page.getByLabel('Name').fill('Nightly backup');
  await page.getByRole('button', { name: 'Add monitor' }).last().click();
  await page.getByText(/\/heartbeat\/[\w-]{43}$/).waitFor();
  await page.getByRole('button', { name: /saved|stored|copied|done|kept/i }).click();
  await page.getByText('Pending', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Add monitor' }).click();
  await page.getByLabel('Name').fill('Checkout');
  await page.getByLabel('URL').fill('http://10.0.0.1/');
  await page.getByRole('button', { name: 'Add monitor' }).last().click();
  await page.getByRole('alert').getByText('not on the open internet').waitFor();
  await page.getByLabel('URL').fill('https://checkout.example/');
  await page.getByLabel('Expected status').fill('200, 401');
  await page.getByLabel('Text in the response').fill('Pay now');
  await page.getByLabel('Request headers').fill('Accept: text/html\nX-Token: abc');
  await expectSettled(page);
  await expectAccessible(page);
  await shoot(page, 'new-monitor');
  await page.getByRole('button', { name: 'Add monitor' }).last().click();
  await page.getByText('https://checkout.example/').waitFor();
  const { monitors } = await server().get(`/sites/${id}/monitors`);
  expect(monitors[1]).toMatchObject({
    ...{
      name: 'Checkout',
      expected_status: [200, 401],
      keyword: 'Pay now',
      header_names: ['Accept', 'X-Token'],
    },
  });

  await page.getByRole('button', { name: 'Plan maintenance' }).click();
  await page.getByLabel('Name').fill('Updates');
  await page.getByLabel('When').selectOption('weekly');
  await page.getByRole('button', { name: 'Plan maintenance' }).last().click();
  await page.getByText(/^Sunday, 03:00 \(/).waitFor();
  const starts = server().clock.now().getTime();
  const times = {
    starts_at: new Date(starts).toISOString(),
    ends_at: new Date(starts + 60_000).toISOString(),
  };
  const move = { name: 'Move', kind: 'once', ...times };
  await server().post(`/sites/${id}/maintenance_windows`, move);
  await page.reload();
  await page.getByRole('button', { name: 'History' }).first().click();
  const days = page.getByRole('list', { name: 'Days' }).getByRole('button');
  await days.last().waitFor();
  await page
    .getByRole('button', { name: /, maintenance$/ })
    .first()
    .waitFor();
  expect(await days.count()).toBe(90);
  await page.getByRole('button', { name: 'Pause' }).first().click();
  await page.getByText('Paused', { exact: true }).waitFor();
  await expectSettled(page);
  await shoot(page, 'monitors');
  await toPhone(page);
  await expectSettled(page);
  await expectUsable(page);
  await shoot(page, 'monitors-phone');

  await page.getByRole('button', { name: 'Edit' }).last().click();
  await page.getByLabel('Text in the response').fill('');
  const kept = page.waitForResponse(response => response.request().method() === 'PATCH');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await kept;
  await page.getByRole('button', { name: 'Edit' }).last().waitFor();
  const [, changed] = (await server().get(`/sites/${id}/monitors`)).monitors;
  expect(changed).toMatchObject({ keyword: null, header_names: ['Accept', 'X-Token'] });
  await page.getByRole('button', { name: 'Delete Checkout' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
  await page.getByText('https://checkout.example/').waitFor({ state: 'detached' });
  expect(complaints.filter(complaint => !complaint.includes('status of 4'))).toEqual([]);
});

test('the most visited pages are monitored by themselves; one is kept, one is excluded, one is named as left out', async () => {
  const pages = forTest(await startSite());
  pages.answers((request, response) => void response.writeHead(request.url === '/old' ? 404 : 200).end());
  const { id } = await server().given.site({ label: 'Blog', url: `http://127.0.0.1:${pages.port}` });
  const hits = ['/old', '/a', '/b'].flatMap((path, n) =>
    Array.from({ length: 5 - n }, (_, visitor) => ({ path, visitor_id: `v${visitor}` })),
  );
  await server().post(`/sites/${id}/hits/batch`, hits);
  server().clock.advance({ seconds: 1 });
  const { page, complaints } = await signedIn(`/sites/${id}/monitoring/monitors`);
  await page.getByLabel('Pages to monitor').selectOption('2');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The pages are chosen within a minute.').waitFor();
  await server().job('uptime.watched_pages');
  await page.reload();
  await page.getByText('not found (404)').waitFor();
  await page.getByText('added automatically').first().waitFor();
  await expectSettled(page);
  await expectAccessible(page);
  await shoot(page, 'watched-pages');
  await page.getByRole('button', { name: 'Keep' }).first().click();
  await page.getByRole('button', { name: 'Edit' }).waitFor();
  await page.getByRole('button', { name: 'Exclude /b' }).click();
  const excluded = page.waitForResponse(answer => answer.request().method() !== 'GET');
  await page.getByRole('button', { name: 'Exclude', exact: true }).last().click();
  // Under the dialog, the button has no role: that it is gone says nothing yet.
  await excluded;
  await page.getByRole('button', { name: 'Exclude /b' }).waitFor({ state: 'detached' });
  const { monitors } = await server().get(`/sites/${id}/monitors`);
  expect(monitors).toMatchObject([{ name: '/a', is_automatic: false }]);
  // Asked for again beside the monitors.
  await until(async () => (await page.getByLabel('Excluded paths').inputValue()) === '/b');
  await toPhone(page);
  await expectSettled(page);
  await expectNoSideScroll(page);
  await shoot(page, 'watched-pages-phone');
  expect(complaints).toEqual([]);
});

test('a long host fits on a phone', async () => {
  const { id } = await server().given.site({ label: 'Phone', url: 'https://phone.example' });
  const host = `${'long.'.repeat(30)}example`;
  const body = { name: 'x'.repeat(100), kind: 'dns', host, record_type: 'A' };
  expect((await server().post(`/sites/${id}/monitors`, body)).status).toBe(201);
  const { page } = await signedIn(`/sites/${id}/monitoring/monitors`, PHONE);
  await page.getByText(host).waitFor();
  await expectNoSideScroll(page);
});
