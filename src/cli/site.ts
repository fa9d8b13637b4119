import { columns } from './columns.ts';
import type { Command } from './command.ts';
import { runCommand } from './run-command.ts';

export const siteList: Command = {
  name: 'site list',
  summary: 'list all sites, with the ids that import takes',
  positionals: [],
  flags: {},
  async run(words, context) {
    const sites = await runCommand('site.list', undefined, words, context);
    const rows = sites.map(({ id, uid, url, owner, isActive }) => [
      String(id),
      uid,
      isActive ? 'on' : 'off',
      owner,
      url,
    ]);
    context.print(columns([['ID', 'UID', 'STATE', 'OWNER', 'URL'], ...rows]));
    return 0;
  },
};
