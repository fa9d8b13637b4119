import type { Clock } from '../../core/clock.ts';
import { CommandError, forbidden, invalidBody, notFound, rateLimited } from '../../core/errors.ts';
import type { Page } from '../../core/page.ts';
import { formatValue } from '../../http/validate.ts';
import { canonicalEmail } from '../../lib/email-address.ts';
import { createLru } from '../../lib/lru.ts';
import { DAY_MS } from '../../lib/time-units.ts';
import { createToken, hashToken, matchesTokenHash } from '../../lib/token.ts';
import { createUid } from '../../lib/uid.ts';
import { parseHttpUrl } from '../../lib/url.ts';
import type { AccountsService } from '../accounts/service.ts';
import { LINK_LIFETIME_MS, MAX_PENDING, MAX_PER_DAY_AND_ADDRESS } from './limits.ts';
import type { SignupMailService } from './signup-mail.ts';
import type { SignupRow, SignupsStore } from './store.ts';

const RETRY_WHEN_FULL_SECONDS = 3600;
const MAX_CACHED_LINKS = 2 * MAX_PENDING;
const MAX_URL_LENGTH = 2048;

export interface SignupInput {
  readonly email: string;
  readonly agentName: string | null;
  readonly agentClient: string | null;
  readonly siteUrl: string | null;
  readonly intendedPlan: SignupRow['intendedPlan'];
}

/** A new signup with its token, which is shown once. */
export interface CreatedSignup {
  readonly signup: SignupRow;
  readonly token: string;
}

export interface SignupsDeps {
  readonly store: SignupsStore;
  readonly accounts: Pick<AccountsService, 'findUserByEmail' | 'hasUsers'>;
  readonly mailing: SignupMailService;
  readonly mode: 'open' | 'approve' | 'closed';
  /** Checks whether an address (in its canonical form) is blocked. */
  readonly isBlocked: (email: string) => boolean;
  readonly clock: Clock;
}

/** Signups: accounts that agents request for their owners, and the operator's approval. */
export function createSignupsService(deps: SignupsDeps) {
  const { store, accounts, mailing, mode, isBlocked, clock } = deps;
  // In memory: only hashes are stored, so the operator's links are created again after a restart.
  const operatorLinks = createLru<number, string>(MAX_CACHED_LINKS);

  /** Throws 403 while signups are closed, and before there is an operator: a signup must not become the first user. */
  function checkOpen(): void {
    if (mode === 'closed') {
      throw forbidden('this server does not accept signups by agents: ask its operator to add a user');
    }
    if (!accounts.hasUsers())
      throw forbidden('this server is not set up yet: its owner has to be added first');
  }

  /** Finds a signup that has not been activated yet. */
  function findPending(id: number): SignupRow | undefined {
    const signup = store.find(id);
    return signup?.userId === null && signup.expiresAt > clock.now() ? signup : undefined;
  }

  /** Returns a signup that has not been activated yet; throws 404 when there is none. */
  function getPending(id: number): SignupRow {
    const signup = findPending(id);
    if (!signup) throw notFound('signup');
    return signup;
  }

  /** Returns the paths of the operator's links, one for each signup; the same until the server stops. */
  function getActivationPaths(list: readonly SignupRow[]): string[] {
    const fresh = list.filter(({ id }) => operatorLinks.get(id) === undefined);
    const paths = mailing.createLinks(fresh);
    for (const [index, { id }] of fresh.entries()) operatorLinks.set(id, paths[index] ?? '');
    return list.map(({ id }) => operatorLinks.get(id) ?? '');
  }

  return {
    checkOpen,
    needsApproval: createNeedsApproval(mode),

    /**
     * Requests an account; `existing_account` when the address has one. The owner is mailed a link in the background.
     * 422 for an invalid or blocked address, 429 for more than five a day and address. `beforeCreate` is called once the
     * input is valid: it throws when the client is over its limit.
     */
    create(input: SignupInput, beforeCreate = () => {}): CreatedSignup | 'existing_account' {
      checkOpen();
      const email = parseEmail(input.email);
      if (isBlocked(email)) {
        throw invalidBody(
          `email ${email} cannot be used here: give an address at which the owner can be reached for good`,
        );
      }
      const siteUrl = parseSiteUrl(input.siteUrl);
      beforeCreate();
      if (accounts.findUserByEmail(email)) return 'existing_account';
      const now = clock.now();
      checkLimits(store, email, now);
      const token = createToken();
      const signup = store.insert({
        ...input,
        email,
        siteUrl,
        uid: createUid(),
        tokenHash: hashToken(token),
        createdAt: now,
        expiresAt: new Date(now.getTime() + LINK_LIFETIME_MS),
      });
      mailing.sendOwed(signup);
      return { signup, token };
    },

    /** Finds a signup for the agent with its token. 404 for an unknown or expired one, and for a wrong token. */
    getForAgent(uid: string, token: string): SignupRow {
      const signup = store.findByUid(uid);
      // Compared in any case, so that the response time does not reveal which signups exist.
      const isRight = matchesTokenHash(token, signup?.tokenHash);
      const isExpired = signup?.userId === null && signup.expiresAt <= clock.now();
      if (!signup || !isRight || isExpired) throw notFound('signup');
      return signup;
    },

    /** Lists pending signups, newest first, with their number; all of them without a page. */
    listPending(page: Page = { number: 1, size: MAX_PENDING }): { signups: SignupRow[]; total: number } {
      const now = clock.now();
      return { signups: store.listPending(now, page), total: store.countPending(now) };
    },

    findPending,
    getPending,

    getActivationPaths,

    /** Approves a signup and mails its owner a link that is valid for seven days. Approving twice changes nothing. */
    approve(id: number): SignupRow {
      const signup = getPending(id);
      if (signup.approvedAt !== null) return signup;
      const now = clock.now();
      store.approve(id, now, new Date(now.getTime() + LINK_LIFETIME_MS));
      const approved = getPending(id);
      mailing.sendOwed(approved);
      return approved;
    },

    /** Deletes a signup, which voids its links and its token. */
    remove: (id: number): void => store.remove(getPending(id).id),

    /** Deletes expired signups, and returns how many. */
    removeExpired: (now: Date): number => store.removeExpired(now, new Date(now.getTime() - 60 * DAY_MS)),
  };
}

export type SignupsService = ReturnType<typeof createSignupsService>;

/** Creates the check whether the operator has to approve before the owner can activate. */
export const createNeedsApproval =
  (mode: SignupsDeps['mode']) =>
  ({ approvedAt, userId }: SignupRow): boolean =>
    mode !== 'open' && approvedAt === null && userId === null;

/** Throws 429 for too many signups of an address, or of all. */
function checkLimits(store: SignupsStore, email: string, now: Date): void {
  const latest = store.listCreationTimes(email, new Date(now.getTime() - DAY_MS), MAX_PER_DAY_AND_ADDRESS);
  const oldest = latest[MAX_PER_DAY_AND_ADDRESS - 1];
  if (oldest) {
    throw rateLimited(
      `too many signups of ${email}: the owner has been mailed already; at most ${MAX_PER_DAY_AND_ADDRESS} a day for an e-mail address`,
      Math.max(1, Math.ceil((oldest.getTime() + DAY_MS - now.getTime()) / 1000)),
    );
  }
  if (store.countPending(now) >= MAX_PENDING)
    throw rateLimited(
      'too many signups are pending on this server: try again later',
      RETRY_WHEN_FULL_SECONDS,
    );
}

/** Parses an id from the command line. Throws a one-line error. */
export function parseSignupId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new CommandError(`ID must be a number from \`footfall signup list\`, got ${JSON.stringify(text)}`);
  return Number(text);
}

function parseEmail(text: string): string {
  const email = canonicalEmail(text);
  if (email !== undefined) return email;
  throw invalidBody(
    `email must be an e-mail address such as name@example.org, in plain letters before the @, got ${formatValue(text)}`,
  );
}

/** Parses the address of the owner's site; a host alone is accepted, too. */
function parseSiteUrl(text: string | null): string | null {
  if (text === null || text.trim() === '') return null;
  const typed = text.trim();
  // `example.org:8080` is a host with a port, although it reads like a scheme.
  const url = parseHttpUrl(typed) ?? parseHttpUrl(`https://${typed}`);
  const isSite = url?.hostname.includes('.') === true && url.username === '' && url.password === '';
  if (url && isSite && url.href.length <= MAX_URL_LENGTH) return url.href;
  throw invalidBody(
    `site_url must be the address of a website such as https://example.org, got ${formatValue(text)}`,
  );
}
