import { serverCommand } from './server-command.ts';
import { formatTable } from './table.ts';

export const siteList = serverCommand({
  name: 'site list',
  summary: 'list all sites, with the ids that import takes',
  runs: 'site.list',
  output: sites =>
    formatTable(
      ['ID', 'UID', 'STATE', 'OWNER', 'URL'],
      sites.map(({ id, uid, url, owner, isActive }) => [
        String(id),
        uid,
        isActive ? 'on' : 'off',
        owner,
        url,
      ]),
    ),
});
