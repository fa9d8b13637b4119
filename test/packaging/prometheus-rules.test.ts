/** The rules for alerts that the guide shows, tried by Prometheus' own tool. */
import { describe, expect, test } from 'bun:test';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { YAML } from 'bun';
import { temporaryFolder } from '../support/cli.ts';
import { root } from '../support/source-tree.ts';

const promtool = Bun.which('promtool') ?? join(root, '.prometheus/usr/bin/promtool');
const guide = await Bun.file(join(root, 'src/features/docs/pages/metrics.md')).text();
const rules = /```yaml\n(groups:[\s\S]*?)```/.exec(guide)?.[1] ?? '';
const isThere = existsSync(promtool);
if (!isThere) process.stderr.write('not run: rules of Prometheus (its tool is missing)\n');

/** Runs the tool on a file beside the rules. */
function run(words: readonly string[], content = '') {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, 'rules.yml'), rules);
  writeFileSync(join(folder.path, 'tests.yml'), content);
  const { exitCode, stdout, stderr } = Bun.spawnSync([promtool, ...words], { cwd: folder.path });
  expect([exitCode, exitCode === 0 ? '' : `${stdout}${stderr}`]).toEqual([0, '']);
  return stdout.toString();
}

const DAY_S = 86_400;

/** Asserts whether the rule on backups fires after ten days with a server whose last backup was on a day; null for none. */
const backupTest = (backupDay: number | null, isFiring: boolean) => ({
  interval: '1h',
  input_series: [
    { series: 'up{job="footfall"}', values: '1x240' },
    ...(backupDay === null
      ? []
      : [{ series: 'footfall_last_backup_timestamp_seconds', values: `${backupDay * DAY_S}x240` }]),
  ],
  alert_rule_test: [
    {
      eval_time: '240h',
      alertname: 'FootfallBackupOverdue',
      exp_alerts: isFiring ? [{ exp_labels: {} }] : [],
    },
  ],
});

describe.skipIf(!isThere)('the rules', () => {
  test('are valid', () => {
    expect(run(['check', 'rules', 'rules.yml'])).toContain('4 rules found');
  });

  test.each([
    ['never', null, true],
    ['nine days ago', 1, true],
    ['six days ago, as where they are weekly', 4, false],
  ] as const)('a backup that was made %s is overdue: %p, %p', (_, day, isFiring) => {
    const tests = { rule_files: ['rules.yml'], tests: [backupTest(day, isFiring)] };
    run(['test', 'rules', 'tests.yml'], YAML.stringify(tests));
  });
});
