/** Funnels: built, read, changed and removed; paths: followed page by page; visitors who return. */
import { expect, test } from 'bun:test';
import { expectAccessible, expectNoSideScroll, expectUsable, shareDashboard } from '../support/dashboard.ts';

const { server, signedIn } = shareDashboard();

/** Ann goes to the end, Bob stops at the blog, Cem leaves at once. */
const WALKS = [
  ['ann', '/', '/price', 'order.paid'],
  ['bob', '/', '/blog', '/price'],
  ['cem', '/'],
] as const;

async function aSite(): Promise<number> {
  const { id } = await server().given.site({ label: 'Shop', url: 'https://shop.example' });
  for (const [visitor_id, ...walk] of WALKS)
    for (const step of walk) {
      const [kind, body] = step.startsWith('/')
        ? ['hits', { path: step }]
        : ['events', { event: step, value: 'card', properties: { plan: 'pro', seats: 5 } }];
      await server().post(`/sites/${id}/${kind}`, { visitor_id, ...body });
    }
  return id;
}

test('a funnel is built from steps, shows the leak and where visitors went, is changed and removed', async () => {
  const id = await aSite();
  const { page, complaints } = await signedIn(`/sites/${id}/journeys`);
  await page.getByRole('navigation', { name: 'Paths through the site' }).getByText('Funnels').click();
  await page.getByText('No funnels yet').waitFor();
  await page.getByRole('button', { name: 'New funnel' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Order');
  const stepAt = (number: number) => page.getByRole('group', { name: `Step ${number}` });
  await stepAt(1).getByLabel('Page', { exact: true }).fill('/');
  await page.getByRole('button', { name: 'Save' }).click();
  // The second step has no page yet.
  await stepAt(2).getByRole('alert').waitFor();
  await stepAt(2).getByLabel('Page', { exact: true }).fill('/blog');
  await page.getByRole('button', { name: 'Add a step' }).click();
  await stepAt(3).getByLabel('Step type').selectOption('event');
  await stepAt(3).getByLabel('Event', { exact: true }).fill('order.paid');
  await stepAt(3).getByLabel('Value').fill('card');
  await stepAt(3).getByLabel('Properties').fill('plan=pro\nseats=5');
  await stepAt(3).getByLabel('Name of the step').fill('Paid');
  await page.getByRole('button', { name: 'Remove step 2' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();

  const report = page.getByRole('region', { name: 'Order' });
  await report.getByText('33.3% reached the last step').waitFor();
  // Nobody was there in the period before: nothing changed since.
  expect(await report.locator('.change').count()).toBe(0);
  await report.getByText('2 dropped off (66.7%)').click();
  const next = report.getByRole('table', { name: 'Where they went next' });
  expect(await next.getByRole('row').allInnerTexts()).toEqual([
    expect.stringMatching(/^Where they went next/),
    expect.stringMatching(/^\/blog\s+1\s+50\.0%$/),
    expect.stringMatching(/^Ended their visit\s+1\s+50\.0%$/),
  ]);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page);

  const filters = { path: ['/blog'] };
  await server().post(`/sites/${id}/segments`, { name: 'Blog readers', visibility: 'site', filters });
  await page.reload();
  await report.getByLabel('Segment 1').selectOption({ label: 'Blog readers' });
  const beside = report.getByRole('table', { name: 'Segments side by side' });
  await beside.getByRole('row', { name: /^1 \/ 3 100\.0% 1 100\.0%$/ }).waitFor();
  await beside.getByRole('row', { name: /^2 Paid 1 33\.3% 0 0\.0%$/ }).waitFor();
  // A bookmark has them.
  expect(new URL(page.url()).searchParams.get('segments')).toMatch(/^\d+$/);
  await page.reload();
  await beside.getByRole('row', { name: /^2 Paid 1 33\.3% 0 0\.0%$/ }).waitFor();
  await expectUsable(page);
  await report.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('No other pages between steps').check();
  await page.getByLabel('Time limit in minutes').fill('0');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/whole number from 1 to 1,?051,?200/i).waitFor();
  await page.getByLabel('Time limit in minutes').fill('30');
  await page.getByRole('button', { name: 'Save' }).click();
  await report.getByText('No other pages between steps · within 30 minutes').waitFor();
  const [kept] = (await server().get(`/sites/${id}/funnels`)).funnels;
  expect(kept).toMatchObject({
    order: 'strict',
    within_minutes: 30,
    steps: [
      { path: '/' },
      { name: 'Paid', event: 'order.paid', value: 'card', properties: { plan: 'pro', seats: '5' } },
    ],
  });

  await report.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No funnels yet').waitFor();
  // The form that the server refused twice.
  expect(complaints.filter(text => !text.includes('422'))).toEqual([]);
});

test('paths are followed page by page, forward and backward, and back again', async () => {
  const id = await aSite();
  const { page, complaints } = await signedIn(`/sites/${id}/journeys/paths`);
  const column = (number: number) => page.getByRole('table', { name: `Step ${number}` });
  await column(1).getByRole('button', { name: '/' }).click();
  await column(2).getByRole('button', { name: '/blog' }).press('Enter');
  await column(3).getByText('/price').waitFor();
  expect(new URL(page.url()).searchParams.getAll('via')).toEqual(['/', '/blog']);
  await page.goBack();
  await column(2).getByRole('button', { name: '/price' }).waitFor();
  await page.getByRole('button', { name: 'Back to before /' }).click();
  await page.getByLabel('Page to start from').fill('/price');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('button', { name: 'Backward' }).click();
  await column(1).getByRole('button', { name: '/blog' }).waitFor();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test('returning visitors are those whom pages or the API name; without any the page says why', async () => {
  const { id } = await server().given.site({ label: 'Club' });
  const { page, complaints } = await signedIn(`/sites/${id}/journeys/returning`);
  await page.getByText('No identified visitors yet').waitFor();
  for (const visitor_id of ['ann', 'bob'])
    await server().post(`/sites/${id}/hits`, { path: '/', visitor_id });
  await page.reload();
  const cells = page.getByRole('row').last().getByRole('cell');
  await cells.first().waitFor();
  expect(await cells.allTextContents()).toEqual(['2', '2', '0']);
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});
