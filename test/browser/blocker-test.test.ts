/** The test of content blockers in the settings of a site. A blocker is what it does: it aborts requests by their address. */
import { expect, test } from 'bun:test';
import { shareDashboard } from '../support/dashboard.ts';

const { server, signedIn } = shareDashboard({
  settings: { FOOTFALL_SCRIPT_PATH: 'lib', FOOTFALL_COLLECTOR_PATH: 'data' },
});

test('the owner learns whether script or collector are blocked, what to do, and when it is the server; nothing is counted', async () => {
  const { id, uid } = await server().given.site();
  const { page } = await signedIn(`/sites/${id}/settings/snippet`);
  const run = async (text: RegExp) => {
    await page.getByRole('button', { name: 'Test in this browser' }).click();
    await page.getByRole('status').getByText(text).first().waitFor();
  };
  await page.getByText(`/lib/${uid}.js`).first().waitFor();
  await run(/^Nothing is blocked/);
  for (const blocked of ['lib', 'data']) {
    await page.route(`**/${blocked}/**`, route => route.abort('blockedbyclient'));
    await run(/^A content blocker/);
    await page.unroute(`**/${blocked}/**`);
    await run(/^Nothing is blocked/);
  }
  const remedy = page.getByRole('link', { name: 'What helps against content blockers' });
  await page.route('**/{lib,data}/**', route => route.abort());
  await run(/^A content blocker/);
  expect(await remedy.getAttribute('href')).toBe('/docs/snippet#content-blockers');
  await page.route('**/healthz', route => route.abort());
  await run(/reached/);
  const { body } = await server().api('GET', `/sites/${id}/refusals`);
  expect(body.refusals).toEqual([]);
});
