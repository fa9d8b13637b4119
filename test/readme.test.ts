/** The README and the decisions say what is so. */
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withSettingsTable } from '../scripts/update-readme.ts';
import { COMMANDS } from '../src/cli/main.ts';
import { OPTIONS } from '../src/config/options.ts';
import { WEBHOOK_EVENTS } from '../src/core/webhook-events.ts';
import { FOLDER_TYPES } from '../src/features/export/kinds.ts';
import { FINDING_TYPES } from '../src/features/insights/detect/figures.ts';
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

test('the decisions name every command and setting, kinds of findings and exports, and webhook events', async () => {
  const decisions = await Bun.file(join(root, 'src/spec/decisions.md')).text();
  const [process = '', ...others] = decisions.split(/^## /m).slice(1);
  const commands = COMMANDS.filter(({ isInternal }) => !isInternal).map(({ name }) => `footfall ${name}`);
  const settings = Object.values(OPTIONS).map(({ variable }) => `\`${variable}\``);
  expect([...commands, ...settings].filter(word => !process.includes(word))).toEqual([]);
  const kinds = [...FINDING_TYPES, ...FOLDER_TYPES, ...WEBHOOK_EVENTS].map(kind => `\`${kind}\``);
  expect(kinds.filter(word => !others.join('').includes(word))).toEqual([]);
});
