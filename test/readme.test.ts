/** The README says what is so. */
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withSettingsTable } from '../scripts/update-readme.ts';
import { root } from './support/source-tree.ts';

const readme = await Bun.file(join(root, 'README.md')).text();

test('its table of settings is the one the program has', () => {
  expect(readme).toBe(withSettingsTable(readme));
});

test('its pictures and the files it names are there', () => {
  const named = [...readme.matchAll(/!?\[[^\]]*\]\(((?!https?:|#)[^)]+)\)/g)].map(match => match[1] ?? '');
  expect(named.filter(path => !existsSync(join(root, path)))).toEqual([]);
});

test('its contents name every chapter, and nothing else', () => {
  const named = [...readme.matchAll(/\]\(#([^)]+)\)/g)].map(match => match[1]);
  const chapters = [...readme.matchAll(/^## (.+)$/gm)].map(match =>
    (match[1] ?? '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-'),
  );
  expect(named).toEqual(chapters);
});
