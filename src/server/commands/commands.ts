/** Commands of the command line, run in the server's process or in a short-lived host. */
import { rmSync } from 'node:fs';
import type { Services } from '../../compose/services.ts';
import { CommandError } from '../../core/errors.ts';
import { HITS_URL_FORM, parseHitsUrl } from '../../core/hits-url.ts';
import { readServerHealth } from '../../features/health/server-health.ts';
import { keyCommands, teamCommands, userCommands } from './accounts.ts';
import type { CommandRun } from './command-run.ts';
import { fillWithDemo } from './demo.ts';
import { exportCommands } from './exports.ts';
import { followCommands } from './follow.ts';
import { importExtrasCommands } from './import-extras.ts';
import { importCommands } from './imports.ts';
import { signupCommands } from './signups.ts';

/** Where hits are without ClickHouse. */
const EMBEDDED = 'embedded';

/** Creates every command, by name. */
export function createCommands(services: Services) {
  const { context, stores, health, access } = services;
  return {
    /** Answers as soon as commands can be run. */
    ping: async (_input: undefined) => null,
    health: async (_input: undefined) =>
      readServerHealth({ hits: stores.hits, db: stores.db, storeHealth: stores.health }),
    ...userCommands(services),
    'site.list': async (_input: undefined) =>
      services.sites.service.listAll().map(site => ({
        id: site.id,
        uid: site.uid,
        url: site.url,
        owner: access.accounts.findUser(site.ownerId)?.email ?? '',
        isActive: site.active,
      })),
    'mail.test': async (input: { to: string }) => {
      await services.mail.transactional.sendNow({
        to: input.to,
        kind: 'test',
        data: null,
        baseUrl: context.getBaseUrl(),
      });
      return null;
    },
    ...keyCommands(services),
    ...teamCommands(services),
    ...signupCommands(services),
    ...importCommands(services),
    ...importExtrasCommands(services),
    ...followCommands(services),
    ...exportCommands(services),
    /** Without `isKept` the copy is one to try something with, and no backup. */
    backup: async (
      { isKept = true }: { readonly isKept?: boolean } = {},
      { handOver }: Pick<CommandRun, 'handOver'>,
    ) => {
      const backup = await stores.prepareBackup();
      try {
        if ((await handOver({ files: backup.files })) && isKept) health.recordBackup();
      } finally {
        backup.remove();
      }
      return null;
    },
    /** Resolves with what the operator has to do then. */
    'hits.move': async (
      { to }: { to: string },
      { signal, onProgress }: Pick<CommandRun, 'signal' | 'onProgress'>,
    ) => {
      const target = to === EMBEDDED ? EMBEDDED : parseHitsUrl(to);
      if (!target) throw new CommandError(`--to must be ${EMBEDDED} or ${HITS_URL_FORM}`);
      const total = Object.values(stores.lastIds()).reduce((sum, id) => sum + id, 0);
      return stores.moveHits(target, { signal, onProgress: done => onProgress(done, total) });
    },
    check: async (_input: undefined, { handOver }: Pick<CommandRun, 'handOver'>) => {
      const { scratch, ...running } = await stores.check();
      try {
        await handOver({ stores: running });
      } finally {
        rmSync(scratch, { recursive: true, force: true });
      }
      return null;
    },
    /** `url` is the address of the server, or will be with the same configuration. */
    demo: async (_input: undefined, run: Pick<CommandRun, 'signal' | 'onProgress'>) => ({
      ...(await fillWithDemo(services, run)),
      url: context.getBaseUrl(),
    }),
  };
}

export type Commands = ReturnType<typeof createCommands>;
export type CommandName = keyof Commands;

/** Creates the same commands, each of which resolves only once both databases know of its changes. */
export const createDurableCommands = (services: Services): Commands =>
  Object.fromEntries(
    Object.entries(createCommands(services)).map(([name, command]) => [
      name,
      async (input: never, run: CommandRun) => {
        const result = await command(input, run);
        await services.stores.recordChanges();
        return result;
      },
    ]),
  ) as unknown as Commands;
