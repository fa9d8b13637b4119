/** What the command line can have done, in the server's process or in a short-lived one of its own. */

import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import type { RunningStores } from '../../compose/check.ts';
import type { Services } from '../../compose/services.ts';
import type { KeyAccess } from '../../core/access.ts';
import { CommandError } from '../../core/errors.ts';
import type { ImportReport } from '../../core/hits/import.ts';
import { type ImportFormat, importFormatOf } from '../../core/import-format.ts';
import type { Plan } from '../../core/plans.ts';
import { currentPlan } from '../../core/plans.ts';
import { toHint } from '../../features/keys/service.ts';
import { parseSignupId } from '../../features/signups/service.ts';
import type { WeekStart } from '../../lib/time.ts';
import type { BackupFile } from '../../stores/backup-files.ts';
import { fillWithDemo } from './demo.ts';
import { createImportDerivations } from './import-derivations.ts';

export type Progress = (done: number, total: number | null) => void;

/** What a running command gets: the signal that cancels it, and the ways to report progress and to hand something over. */
export interface CommandRun {
  readonly signal: AbortSignal;
  readonly onProgress: Progress;
  /**
   * Hands something to the calling process, which works on it with its own permissions. Resolves when that has finished
   * or disconnected: with whether it has done its work without a failure.
   */
  readonly handOver: (offer: Offer) => Promise<boolean>;
}

/** What a command hands over until it is released: files to copy, a scratch folder to write to, or stores to check. */
export type Offer =
  | { readonly files: readonly BackupFile[] }
  | { readonly folder: string }
  | { readonly stores: RunningStores };

interface UserInput {
  readonly email: string;
  readonly name?: string | undefined;
  readonly plan?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly weekStart?: string | undefined;
  /** Absent: one is generated for a new user, and an existing one keeps its own. */
  readonly password?: string | undefined;
}

/** Creates every command, by name. Inputs arrive as they were typed; the services validate them. */
export function createCommands(services: Services) {
  const { accounts, keys, hits } = services;
  return {
    /** Answers as soon as commands are carried out here. */
    ping: async (_input: undefined) => null,
    'user.add': async (input: UserInput) => {
      const generated = input.password === undefined ? randomBytes(15).toString('base64url') : undefined;
      const password = input.password ?? generated ?? '';
      const user = await accounts.createUser({ ...toUserChange(input), email: input.email, password });
      return { id: user.id, password: generated ?? null };
    },
    'user.set': async (input: UserInput) => {
      const user = accounts.getUserByEmail(input.email);
      await accounts.updateUser(user, toUserChange(input));
      if (input.password !== undefined) services.sessions.endAll(user.id);
      return null;
    },
    'user.list': async (_input: undefined) =>
      accounts.listUsers().map(user => ({
        id: user.id,
        email: user.email,
        plan: currentPlan(user, services.clock.now()),
        sites: services.sites.listByOwner(user.id).length,
        isOperator: accounts.isOperator(user),
        createdAt: user.createdAt.toISOString(),
      })),
    'user.remove': async (input: { email: string }) => removeUser(services, input.email),
    'site.list': async (_input: undefined) =>
      services.sites.listAll().map(site => ({
        id: site.id,
        uid: site.uid,
        url: site.url,
        owner: accounts.findUser(site.ownerId)?.email ?? '',
        isActive: site.active,
      })),
    'mail.test': async (input: { to: string }) => {
      await services.transactionalMail.sendNow({
        to: input.to,
        kind: 'test',
        data: null,
        baseUrl: services.signupOrigin.url,
      });
      return null;
    },
    'key.add': async (input: { email: string; name: string; access: string }) => {
      const access = KEY_ACCESS.find(known => known === input.access);
      if (!access)
        throw new CommandError(
          `--access must be one of ${KEY_ACCESS.join(', ')}, got ${JSON.stringify(input.access)}`,
        );
      const user = accounts.getUserByEmail(input.email);
      return { secret: keys.create({ userId: user.id, name: input.name, access }).secret };
    },
    'key.list': async (input: { email: string }) =>
      keys.listByUser(accounts.getUserByEmail(input.email).id).map(key => ({
        id: key.id,
        name: key.name,
        access: key.access,
        hint: toHint(key),
        createdAt: key.createdAt.toISOString(),
        lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
        revokedAt: key.revokedAt?.toISOString() ?? null,
      })),
    'key.revoke': async (input: { id: number }) => ({ name: keys.revoke(input.id).name }),
    'team.add': async (input: { owner: string; member: string; role: string }) => {
      const role = TEAM_ROLES.find(known => known === input.role);
      if (!role)
        throw new CommandError(
          `--role must be one of ${TEAM_ROLES.join(', ')}, got ${JSON.stringify(input.role)}`,
        );
      accounts.addToTeam(accounts.getUserByEmail(input.owner), accounts.getUserByEmail(input.member), role);
      return null;
    },
    'team.remove': async (input: { owner: string; member: string }) => {
      accounts.removeFromTeam(accounts.getUserByEmail(input.owner), accounts.getUserByEmail(input.member));
      return null;
    },
    'signup.list': async (_input: undefined) => listSignups(services),
    'signup.approve': async (input: { id: string }) => approveSignup(services, parseSignupId(input.id)),
    /**
     * Before an import: hands a folder over for a copy of the file, unless this process can read the very file that the
     * command line sees at its path. The folder is there for as long as the process that asked works with it.
     */
    'import.prepare': async (
      { siteId, seen }: { siteId: number; seen: SeenFile | null },
      { handOver }: Pick<CommandRun, 'handOver'>,
    ) => {
      requireSite(services, siteId);
      if (seen && canReadSameFile(seen)) return null;
      const folder = mkdtempSync(services.folder.temporary('import-'));
      try {
        await handOver({ folder });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
      return null;
    },
    import: async (
      input: { siteId: number; file: string; name?: string; format: string },
      { signal, onProgress }: Pick<CommandRun, 'signal' | 'onProgress'>,
    ): Promise<ImportReport> => {
      const site = requireSite(services, input.siteId);
      if (!existsSync(input.file)) throw new CommandError(`there is no file ${input.file}`);
      const facts = services.getSiteFacts(site);
      checkImportSource(input.format);
      const format = requireImportFormat(input.file);
      const derive = createImportDerivations(services, facts);
      return hits.importFile({
        siteId: site.id,
        siteUrl: facts.url,
        file: input.file,
        ...(input.name === undefined ? {} : { name: input.name }),
        format,
        derive,
        now: services.clock.now(),
        signal,
        onProgress,
      });
    },
    backup: async (_input: undefined, { handOver }: Pick<CommandRun, 'handOver'>) => {
      const backup = await services.prepareBackup();
      try {
        if (await handOver({ files: backup.files })) services.recordBackup();
      } finally {
        backup.remove();
      }
      return null;
    },
    check: async (_input: undefined, { handOver }: Pick<CommandRun, 'handOver'>) => {
      const { scratch, ...stores } = await services.checkStores();
      try {
        await handOver({ stores });
      } finally {
        rmSync(scratch, { recursive: true, force: true });
      }
      return null;
    },
    /** `url` is where the server is, or will be with the same settings. */
    demo: async (_input: undefined, run: Pick<CommandRun, 'signal' | 'onProgress'>) => ({
      ...(await fillWithDemo(services, run)),
      url: services.signupOrigin.url,
    }),
  };
}

export type Commands = ReturnType<typeof createCommands>;

/** The same commands, each of which answers only once both databases know of what it changed. */
export const createDurableCommands = (services: Services): Commands =>
  Object.fromEntries(
    Object.entries(createCommands(services)).map(([name, command]) => [
      name,
      async (input: never, run: CommandRun) => {
        const result = await command(input, run);
        await services.noteChanges();
        return result;
      },
    ]),
  ) as unknown as Commands;
export type CommandName = keyof Commands;

/** Accesses of a key: what `--access` takes. */
export const KEY_ACCESS = ['full_access', 'read_only'] as const satisfies readonly KeyAccess[];

/** Roles of an account's members: what `--role` takes. */
export const TEAM_ROLES = ['admin', 'viewer'] as const;

const toUserChange = (input: UserInput) => ({
  name: input.name,
  // The service checks what was typed against the plans and week starts there are.
  plan: input.plan as Plan | undefined,
  timeZone: input.timeZone,
  weekStart: input.weekStart as WeekStart | undefined,
  password: input.password,
});

/** Removes a user with keys, sessions and webhooks. Throws a `CommandError` while the user owns sites or hits of deleted ones remain. */
function removeUser(services: Services, email: string): null {
  const { accounts, sites, keys, sessions, webhooks } = services;
  const user = accounts.getUserByEmail(email);
  const owned = sites.listByOwner(user.id).length;
  if (owned > 0)
    throw new CommandError(
      `${user.email} owns ${owned} ${owned === 1 ? 'site' : 'sites'}, see \`footfall site list\`: delete them first, in their settings or by DELETE /sites/:id`,
    );
  if (sites.countUnpurged(user.id) > 0)
    throw new CommandError(
      `hits of deleted sites of ${user.email} are still being removed: try again in an hour, with the server running`,
    );
  keys.revokeAll(user.id);
  sessions.endAll(user.id);
  webhooks.removeAllOf(user.id);
  accounts.removeUser(user);
  return null;
}

/** Lists pending signups, oldest first, each with its activation link. */
function listSignups({ signups, signupOrigin }: Services) {
  const oldestFirst = signups.listPending().signups.reverse();
  const paths = signups.getActivationPaths(oldestFirst);
  return oldestFirst.map((signup, index) => ({
    id: signup.id,
    email: signup.email,
    agentName: signup.agentName,
    state: signups.needsApproval(signup) ? 'to be approved' : 'waits for its owner',
    expiresAt: signup.expiresAt.toISOString(),
    url: signupOrigin.url + paths[index],
  }));
}

function approveSignup({ signups, signupOrigin }: Services, id: number) {
  if (!signups.findPending(id)) throw new CommandError(`no signup ${id} waits: see \`footfall signup list\``);
  const signup = signups.approve(id);
  return { email: signup.email, url: signupOrigin.url + signups.getActivationPaths([signup]).join('') };
}

/** Programs whose files can be imported: what `--format` takes. */
export const IMPORT_SOURCES = ['footfall'] as const;

/** Checked here as well as where it is typed: the command may be newer than the server that carries it out. */
function checkImportSource(source: string): void {
  if (!IMPORT_SOURCES.some(known => known === source))
    throw new CommandError(
      `--format must be one of ${IMPORT_SOURCES.join(', ')}, got ${JSON.stringify(source)}`,
    );
}

function requireSite({ sites }: Services, siteId: number) {
  const site = sites.find(siteId);
  if (!site) throw new CommandError(`there is no site ${siteId}`);
  return site;
}

/** A file as the command line sees it. */
export interface SeenFile {
  readonly file: string;
  readonly dev: number;
  readonly ino: number;
}

/** Returns whether this process can read the same file at that path: in a sandbox it may be another file. */
function canReadSameFile({ file, dev, ino }: SeenFile): boolean {
  try {
    accessSync(file, constants.R_OK);
    const found = statSync(file);
    return found.dev === dev && found.ino === ino;
  } catch {
    return false;
  }
}

function requireImportFormat(file: string): ImportFormat {
  const format = importFormatOf(file);
  if (!format)
    throw new CommandError(`the file must end in .ndjson, .csv or .parquet, got ${JSON.stringify(file)}`);
  return format;
}
