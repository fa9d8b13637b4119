/** What other sites, and texts from elsewhere, can make of the server's pages in a browser: nothing. */
import { beforeAll, expect, test } from 'bun:test';
import { shareDashboard } from '../support/dashboard.ts';

const MARKUP = `"><svg onload="document.title='owned'"><script>document.title='owned'</script>\u202egnp`;
const text = encodeURIComponent(MARKUP);

const { server, signedIn, signedOut } = shareDashboard();
let site: { readonly id: number; readonly uid: string };
let closed: { readonly uid: string };
beforeAll(async () => {
  site = await server().given.site({ label: MARKUP, public: true });
  closed = await server().given.site({ public: true });
  const { id } = closed as unknown as { id: number };
  const body = { public_page: { allow_embedding: false } };
  await server().patch(`/sites/${id}/settings`, body);
  await server().post(`/sites/${site.id}/hits`, { path: `/${MARKUP}`, visitor_id: 'a' });
});

/** Returns those of some addresses that a page of another origin, in a signed-in browser, can show in a frame. */
async function shownInFrame(paths: readonly string[]): Promise<string[]> {
  using outside = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: request => {
      const source = server().url + decodeURIComponent(new URL(request.url).search.slice(1));
      return new Response(`<!doctype html><link rel="icon" href="data:,"><iframe src="${source}"></iframe>`, {
        headers: { 'content-type': 'text/html' },
      });
    },
  });
  const { page } = await signedIn('/docs');
  const shown: string[] = [];
  for (const path of paths) {
    await page.goto(`http://outside.example:${outside.port}/?${encodeURIComponent(path)}`);
    if (page.frames()[1]?.url() === server().url + path) shown.push(path);
  }
  return shown;
}

test('only public pages whose owners allow it are shown in a frame of another origin', async () => {
  const doors = ['/', '/login', '/setup', '/join?token=x', '/unsubscribe/x', '/docs', '/docs/api'];
  const pages = [`/sites/${site.id}/settings`, '/settings/keys', '/operator', `/public/${closed.uid}`];
  const allowed = `/public/${site.uid}`;
  expect(await shownInFrame([...doors, ...pages, '/public/nothing', allowed])).toEqual([allowed]);
});

test('hostile texts in URLs are rendered as text', async () => {
  const paths = [
    `/badge/${site.uid}.svg?label=${text}`.replace('%E2%80%AE', ''),
    `/badge/${text}.svg`,
    `/widgets/${site.uid}.json?show=${text}`,
    `/api/v1/sites/${site.id}/hits`,
    `/api/v1/sites/${site.id}/hits?group_by=${text}`,
    `/api/v1/${text}`,
    `/docs/${text}`,
    `/unsubscribe/${text}`,
    `/embed/${site.uid}.js?kudos=${text}`,
    `/join?token=${text}`,
    `/login?next=${encodeURIComponent('javascript:document.title="owned"')}`,
    `/public/${site.uid}?period=${text}`,
    `/${text}`,
  ];
  const { page, complaints } = await signedIn('/docs');
  for (const path of paths) {
    await page.goto(server().url + path);
    const found = await page.evaluate(() => [
      document.title,
      document.querySelectorAll('svg[onload], script:not([src])').length,
    ]);
    expect([path, found[0] === 'owned', found[1]]).toEqual([path, false, 0]);
    const forbidden = complaints.filter(complaint => /content security policy/i.test(complaint));
    expect([path, forbidden]).toEqual([path, []]);
  }
});

test('the next parameter redirects to this server only', async () => {
  for (const next of ['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
    const { page } = await signedOut(`/login?next=${encodeURIComponent(next)}`);
    await page.getByLabel('Email').fill(server().owner.email);
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).origin).toBe(server().url);
  }
});
