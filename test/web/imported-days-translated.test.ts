/** Why imported days are left out, in the language of the page: the server's sentence is English. */
import { expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { translate } from '../../src/server/web-build.ts';
import * as english from '../../src/web/app/imported-days.tsx';

const PAGE = join(import.meta.dir, '../../src/web/app/imported-days.tsx');
const ANSWER = {
  included: false,
  until: '2026-03-04',
  reason: 'the imported days have no countries',
  reason_code: 'no_dimension',
  area: undefined,
} as const;

const render = ({ ImportedDays }: typeof english): string =>
  renderToStaticMarkup(createElement(ImportedDays, ANSWER));

test('in English it is the sentence of the server', () => {
  expect(render(english)).toContain(': the imported days have no countries');
});

test.each([
  ['de', ': Darin fehlt diese Aufschlüsselung'],
  ['fr', '\u202f: elles n’ont pas cette répartition'],
] as const)('in %s it is a text of the page', async (language, text) => {
  const outdir = await mkdtemp(join(tmpdir(), 'imported-days-translated-'));
  try {
    await Bun.build({ entrypoints: [PAGE], outdir, target: 'bun', plugins: [translate(language)] });
    expect(render(await import(join(outdir, 'imported-days.js')))).toContain(text);
  } finally {
    await rm(outdir, { recursive: true });
  }
});
