import type { Clock } from '../../core/clock.ts';
import { invalidBody, notFound, rateLimited, tooMany } from '../../core/errors.ts';
import { type PublicSection, STANDARD_SECTIONS } from '../../core/public-page.ts';
import type { Site } from '../../core/site.ts';
import type { AppliedSegment } from '../../core/view.ts';
import { createAttemptLimit } from '../../http/attempt-limit.ts';
import { isChange } from '../../lib/is-change.ts';
import { networksOf } from '../../lib/net.ts';
import { createSignedTokens } from '../../lib/signed-token.ts';
import { withZone } from '../../lib/time.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/time-units.ts';
import { createToken, hashToken } from '../../lib/token.ts';
import { parseSections, type SharedLinkInput } from './schema.ts';
import type { SharedLinkChange, SharedLinkRow, SharedLinksStore } from './store.ts';

/** Maximum number of links of a site. */
const MAX_LINKS = 200;
/** Wrong passwords from an address. */
const WRONG_BY_ADDRESS = { max: 10, windowMs: 15 * MINUTE_MS };
/** For a link from all addresses: beyond that a network has one try, so that nobody locks out those who have not tried yet. */
const WRONG_BY_LINK = { max: 100, windowMs: 15 * MINUTE_MS };
const WRONG_BY_NETWORK = { max: 1, windowMs: 15 * MINUTE_MS };
/** Unknown tokens from an address. A valid token works whatever else its address has tried. */
const UNKNOWN_TOKENS = { max: 60, windowMs: 15 * MINUTE_MS };
/** How long a browser may skip the password. */
export const PASS_LIFETIME_MS = 30 * DAY_MS;

/** An open link: not expired, of a site that exists, and of an account with a plan. */
export interface OpenLink {
  readonly link: SharedLinkRow;
  readonly site: Site;
  readonly sections: readonly PublicSection[];
  /** Null for the whole site. */
  readonly segment: AppliedSegment | null;
}

export interface SharedLinksDeps {
  readonly store: SharedLinksStore;
  /** Finds a segment of a site that is not personal. */
  readonly findSegment: (siteId: number, id: number) => AppliedSegment | undefined;
  /** Finds a site that has not been deleted, and whose account may be read. */
  readonly findSite: (id: number) => Site | undefined;
  /** Returns whether the figures of a section can be those of a segment. */
  readonly canShow: (section: PublicSection, segment: AppliedSegment) => boolean;
  readonly passwords: {
    faults(password: string): string[];
    hash(password: string, queue: string): Promise<string>;
    isSame(password: string, hash: string, queue: string): Promise<boolean>;
  };
  /** Signs the passes of browsers. */
  readonly secret: Uint8Array;
  readonly clock: Clock;
}

/** Links that show a part of a site to whoever has them: written by its admins, opened without an account. */
export const createSharedLinksService = (deps: SharedLinksDeps) => ({
  ...createLinkWriting(deps),
  ...createLinkOpening(deps),
});

export type SharedLinksService = ReturnType<typeof createSharedLinksService>;

function createLinkWriting({ store, findSegment, canShow, passwords, clock }: SharedLinksDeps) {
  /** Throws 422 for a segment that is unknown or personal. */
  function getSegment(siteId: number, id: number | null): AppliedSegment | null {
    if (id === null) return null;
    const segment = findSegment(siteId, id);
    if (!segment)
      throw invalidBody(
        `segment_id must be the id of a segment of this site that is not personal, got ${id}`,
      );
    return segment;
  }

  function checkSections(sections: readonly PublicSection[], segment: AppliedSegment | null): void {
    const unfit = segment && sections.filter(section => !canShow(section, segment));
    if (segment && unfit && unfit.length > 0)
      throw invalidBody(
        `sections must be such that can show segment ${segment.id}: ${unfit.join(', ')} lack one of its filters`,
      );
  }

  function parseExpiry(text: string | null): Date | null {
    if (text === null) return null;
    const at = new Date(withZone(text));
    if (at <= clock.now()) throw invalidBody(`expires_at must be in the future, got ${at.toISOString()}`);
    return at;
  }

  async function hashPassword(siteId: number, password: string | null): Promise<string | null> {
    if (password === null) return null;
    const faults = passwords.faults(password);
    if (faults.length > 0) throw invalidBody(...faults);
    return passwords.hash(password, `site ${siteId}`);
  }

  return {
    list: (siteId: number): SharedLinkRow[] => store.list(siteId),

    find: store.find,

    /** Adds a link, and returns it with its token. 422 naming the field, and over the limit of links. */
    async create(
      siteId: number,
      input: SharedLinkInput & { readonly name: string },
    ): Promise<{ readonly link: SharedLinkRow; readonly token: string }> {
      const segment = getSegment(siteId, input.segment_id ?? null);
      const sections =
        input.sections ?? STANDARD_SECTIONS.filter(section => !segment || canShow(section, segment));
      checkSections(sections, segment);
      const expiresAt = parseExpiry(input.expires_at ?? null);
      if (store.count(siteId) >= MAX_LINKS) throw tooMany('a site', MAX_LINKS, 'shared links');
      const passwordHash = await hashPassword(siteId, input.password ?? null);
      // The segment may have been deleted in the meantime.
      getSegment(siteId, segment?.id ?? null);
      const now = clock.now();
      const token = createToken();
      const link = store.insert({
        siteId,
        name: input.name.trim(),
        tokenHash: hashToken(token),
        sections: JSON.stringify(parseSections(JSON.stringify(sections))),
        segmentId: segment?.id ?? null,
        passwordHash,
        expiresAt,
        createdAt: now,
        updatedAt: now,
      });
      return { link, token };
    },

    /** Saves changed fields; an unchanged link keeps its `updated_at`. 422 as `create`. */
    async update(link: SharedLinkRow, input: SharedLinkInput): Promise<SharedLinkRow> {
      const { name, password, expires_at: expiresAt } = input;
      const toSegment = () =>
        getSegment(link.siteId, input.segment_id === undefined ? link.segmentId : input.segment_id);
      const sections = input.sections ?? parseSections(link.sections);
      checkSections(sections, toSegment());
      const passwordHash = password === undefined ? undefined : await hashPassword(link.siteId, password);
      const change: SharedLinkChange = {
        ...(name === undefined ? {} : { name: name.trim() }),
        ...(input.sections && { sections: JSON.stringify(parseSections(JSON.stringify(sections))) }),
        ...(input.segment_id === undefined ? {} : { segmentId: toSegment()?.id ?? null }),
        ...(passwordHash === undefined ? {} : { passwordHash }),
        ...(expiresAt === undefined ? {} : { expiresAt: parseExpiry(expiresAt) }),
      };
      if (!isChange(link, change)) return link;
      return store.update(link.id, { ...change, updatedAt: clock.now() }) ?? link;
    },

    remove: (link: SharedLinkRow): void => store.remove(link.id),
  };
}

function createLinkOpening({
  store,
  findSegment,
  findSite,
  canShow,
  passwords,
  secret,
  clock,
}: SharedLinksDeps) {
  const wrongByAddress = createAttemptLimit(clock, WRONG_BY_ADDRESS);
  const wrongByLink = createAttemptLimit(clock, WRONG_BY_LINK);
  const wrongByNetwork = createAttemptLimit(clock, WRONG_BY_NETWORK);
  const unknownTokens = createAttemptLimit(clock, UNKNOWN_TOKENS);
  const passes = createSignedTokens(secret, 'shared link');
  /** A change of password invalidates earlier passes. */
  const toPassSubject = (link: SharedLinkRow) => `${link.id}.${hashToken(link.passwordHash ?? '')}`;

  function findOpen(token: string): OpenLink | undefined {
    const link = store.findByTokenHash(hashToken(token));
    if (!link || (link.expiresAt && link.expiresAt <= clock.now())) return undefined;
    const site = findSite(link.siteId);
    const segment = link.segmentId === null ? null : findSegment(link.siteId, link.segmentId);
    // Without its segment a link would show more than it was made for.
    if (!site || segment === undefined) return undefined;
    const sections = parseSections(link.sections).filter(section => !segment || canShow(section, segment));
    return { link, site, sections, segment };
  }

  return {
    /** Opens a link by its token. Throws the same 404 for an unknown, deleted and expired one, 429 after many from an address. */
    open(token: string, address: string): OpenLink {
      const open = findOpen(token);
      if (open) return open;
      if (!unknownTokens.begin([], address))
        throw rateLimited('too many unknown links: try again in 15 minutes', UNKNOWN_TOKENS.windowMs / 1000);
      throw notFound('shared link');
    },

    /** Returns whether a browser may read what an open link shows: with a pass, or where it has no password. */
    hasPass({ link }: OpenLink, pass: string | undefined): boolean {
      if (link.passwordHash === null) return true;
      const [subject, until] = (passes.parse(pass ?? '') ?? '').split(' ');
      return subject === toPassSubject(link) && Number(until) > clock.now().getTime();
    },

    /** Returns a pass for the password of a link, undefined for a wrong one. Throws 429 after ten wrong ones in 15 minutes. */
    async enter({ link }: OpenLink, password: string, address: string): Promise<string | undefined> {
      // Counted before the slow comparison, so that concurrent attempts are counted too.
      const network = networksOf(address).at(-1);
      const byAddress = wrongByAddress.begin([], address);
      const byLink = wrongByLink.begin([String(link.id)]);
      const byNetwork = wrongByNetwork.begin([`${link.id} ${network}`]);
      const attempts = [byAddress, byLink, byNetwork];
      if (!byAddress || !(byLink || byNetwork)) {
        for (const attempt of attempts) attempt?.withdraw();
        throw rateLimited(
          'too many wrong passwords: try again in 15 minutes',
          WRONG_BY_ADDRESS.windowMs / 1000,
        );
      }
      if (
        link.passwordHash !== null &&
        !(await passwords.isSame(password, link.passwordHash, `link ${link.id}`))
      )
        return undefined;
      for (const attempt of attempts) attempt?.withdraw();
      return passes.create(`${toPassSubject(link)} ${clock.now().getTime() + PASS_LIFETIME_MS}`);
    },

    /** Counts an opening of a link's page. */
    recordOpening: ({ link }: OpenLink): void => store.recordOpening(link.id, clock.now()),
  };
}
