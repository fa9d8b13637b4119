import { expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { MAX_SITEMAP_BYTES, readSitemap } from '../../../src/features/content/sitemap.ts';

const read = (text: string) => readSitemap(Buffer.from(text));

test('a sitemap lists pages, a list of sitemaps others', async () => {
  expect(
    await read(
      '<urlset><url><loc>\n https://a.test/?x&amp;y&#38;z </loc><image:loc>no</image:loc><location>no</location></url></urlset>',
    ),
  ).toEqual({ pages: ['https://a.test/?x&y&z'], sitemaps: [] });
  expect(
    await read(
      '<?xml?><sitemapindex><sitemap><loc a="b"><![CDATA[ https://a.test/2?a&b ]]></loc></sitemap></sitemapindex>',
    ),
  ).toEqual({
    pages: [],
    sitemaps: ['https://a.test/2?a&b'],
  });
  expect(await read('https://a.test/1\r\nnonsense\nhttp://a.test/2')).toEqual({
    pages: ['https://a.test/1', 'http://a.test/2'],
    sitemaps: [],
  });
});

test.each([
  '',
  '<',
  '<loc',
  '<loc>',
  '<loc>x',
  '<urlset><loc>x<loc>',
  '<loc><![CDATA[x',
  '\u0000',
  '<html><p>404</html>',
])('of %p nothing is listed that is not there', async text => {
  const { pages, sitemaps } = await read(text);
  expect([...pages, ...sitemaps].filter(address => address !== 'x')).toEqual([]);
});

test('a packed one is unpacked, a bomb and half a file are nothing', async () => {
  const packed = gzipSync('<urlset><loc>https://a.test/</loc></urlset>');
  expect((await readSitemap(packed)).pages).toEqual(['https://a.test/']);
  expect((await readSitemap(packed.subarray(0, 20))).pages).toEqual([]);
  expect((await readSitemap(gzipSync(Buffer.alloc(MAX_SITEMAP_BYTES + 1, '<loc>x</loc>')))).pages).toEqual(
    [],
  );
});

test('a long one is read as far as ten thousand addresses', async () => {
  expect((await read(`<urlset>${'<loc>x</loc>'.repeat(20_000)}`)).pages).toHaveLength(10_000);
});
