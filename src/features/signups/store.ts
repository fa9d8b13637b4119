import { and, desc, eq, gt, isNotNull, isNull, lte, notInArray, or } from 'drizzle-orm';
import type { Page } from '../../core/page.ts';
import type { AppDb, Queries } from '../../stores/sqlite/app-db.ts';
import { countRows, findRow, listRows } from '../../stores/sqlite/rows.ts';
import { type SignupMail, signupLinks, signups } from './tables.ts';

export type SignupRow = typeof signups.$inferSelect;
/** Columns of a new signup. */
export type NewSignup = Pick<
  SignupRow,
  | 'uid'
  | 'email'
  | 'tokenHash'
  | 'agentName'
  | 'agentClient'
  | 'siteUrl'
  | 'intendedPlan'
  | 'createdAt'
  | 'expiresAt'
>;
export interface Activation {
  readonly userId: number;
  readonly activatedAt: Date;
  readonly trialEndsAt: Date;
}

export interface NewLink {
  readonly signupId: number;
  readonly tokenHash: string;
}

/** Operator's links of a signup at most: each start of the server adds one, and the oldest are deleted. */
const MAX_SHOWN_LINKS = 12;
const MAX_MAILS_PER_RUN = 200;

const owes = (owedMail: SignupMail, owedSince: Date) =>
  ({ owedMail, owedSince, mailAttempts: 0, mailTriedAt: null }) as const;
const OWES_NOTHING = { owedMail: null, owedSince: null } as const;

/** Signups of the application database. */
export function createSignupsStore(db: AppDb) {
  const isPending = (now: Date) => and(isNull(signups.userId), gt(signups.expiresAt, now));
  const update = (id: number, change: Partial<SignupRow>): void => {
    db.update(signups).set(change).where(eq(signups.id, id)).run();
  };

  return {
    /** Adds a signup whose first mail is owed. */
    insert: (signup: NewSignup): SignupRow =>
      db
        .insert(signups)
        .values({ ...signup, ...owes('activation', signup.createdAt) })
        .returning()
        .get(),
    find: (id: number): SignupRow | undefined => findRow(db, signups, eq(signups.id, id)),
    findByUid: (uid: string): SignupRow | undefined => findRow(db, signups, eq(signups.uid, uid)),
    findByLink: (tokenHash: string): SignupRow | undefined =>
      db
        .select({ signup: signups })
        .from(signupLinks)
        .innerJoin(signups, eq(signups.id, signupLinks.signupId))
        .where(eq(signupLinks.tokenHash, tokenHash))
        .get()?.signup,
    countPending: (now: Date): number => countRows(db, signups, isPending(now)),
    /** Creation times of the signups of an address since an instant, latest first. */
    listCreationTimes: (email: string, since: Date, limit: number): Date[] =>
      db
        .select({ createdAt: signups.createdAt })
        .from(signups)
        .where(and(eq(signups.email, email), gt(signups.createdAt, since)))
        .orderBy(desc(signups.createdAt))
        .limit(limit)
        .all()
        .map(({ createdAt }) => createdAt),
    /** Signups that are not activated yet, newest first. */
    listPending: (now: Date, { number, size }: Page): SignupRow[] =>
      db
        .select()
        .from(signups)
        .where(isPending(now))
        .orderBy(desc(signups.id))
        .limit(size)
        .offset((number - 1) * size)
        .all(),

    /** Adds a link that is mailed to the owner, valid as long as the signup. */
    addMailedLink: (signupId: number, tokenHash: string, createdAt: Date): void => {
      db.insert(signupLinks).values({ tokenHash, signupId, createdAt, isMailed: true }).run();
    },
    /** Links for the operator, in one write. */
    addShownLinks: (links: readonly NewLink[], createdAt: Date): void => {
      if (links.length > 0)
        db.transaction(tx => {
          for (const link of links) addShownLink(tx, { ...link, createdAt });
        });
    },

    approve: (id: number, approvedAt: Date, expiresAt: Date): void =>
      update(id, { approvedAt, expiresAt, ...owes('approval', approvedAt) }),
    remove: (id: number): void => {
      db.delete(signups).where(eq(signups.id, id)).run();
    },
    /**
     * Every signup of that address that is not over is activated with it. One statement, to be called within the
     * transaction that adds the user.
     */
    activate: (email: string, activation: Activation): void => {
      db.update(signups)
        .set({ ...activation, ...OWES_NOTHING })
        .where(and(eq(signups.email, email), isPending(activation.activatedAt)))
        .run();
    },
    /** Deletes signups that expired and those activated long ago, and returns how many. */
    removeExpired: (now: Date, activatedBefore: Date): number =>
      db
        .delete(signups)
        .where(
          or(
            and(isNull(signups.userId), lte(signups.expiresAt, now)),
            and(isNotNull(signups.trialEndToldAt), lte(signups.activatedAt, activatedBefore)),
          ),
        )
        .returning({ id: signups.id })
        .all().length,
    ...createOwedMails(db),
  };
}

function addShownLink(db: Queries, link: NewLink & { readonly createdAt: Date }): void {
  const shown = and(eq(signupLinks.signupId, link.signupId), eq(signupLinks.isMailed, false));
  const newest = db
    .select({ tokenHash: signupLinks.tokenHash })
    .from(signupLinks)
    .where(shown)
    .orderBy(desc(signupLinks.createdAt))
    .limit(MAX_SHOWN_LINKS - 1);
  db.delete(signupLinks)
    .where(and(shown, notInArray(signupLinks.tokenHash, newest)))
    .run();
  db.insert(signupLinks)
    .values({ ...link, isMailed: false })
    .run();
}

/** Mails that are owed to owners. */
const createOwedMails = (db: AppDb) => ({
  /** Activated signups whose trial ends before an instant, unless the mail at its end was sent. */
  listTrials: (until: Date): SignupRow[] =>
    listRows(db, signups, {
      where: and(isNotNull(signups.userId), isNull(signups.trialEndToldAt), lte(signups.trialEndsAt, until)),
    }),
  /** Records that a user is owed a mail about the trial (null: none), on one of the user's signups. */
  recordTrialMail: (signup: SignupRow, mail: 'trial_reminder' | 'trial_end' | null, now: Date): void =>
    db.transaction(tx => {
      const mailed =
        mail === 'trial_reminder' ? { remindedAt: now } : { remindedAt: now, trialEndToldAt: now };
      tx.update(signups)
        .set(mailed)
        .where(eq(signups.userId, signup.userId ?? 0))
        .run();
      tx.update(signups)
        .set(mail === null ? OWES_NOTHING : owes(mail, now))
        .where(eq(signups.id, signup.id))
        .run();
    }),

  /** Signups whose mail is owed since an instant or later, the oldest first. */
  listOwing: (since: Date): SignupRow[] =>
    listRows(db, signups, {
      where: and(isNotNull(signups.owedMail), gt(signups.owedSince, since)),
      orderBy: signups.owedSince,
      limit: MAX_MAILS_PER_RUN,
    }),
  recordAttempt: ({ id, mailAttempts }: SignupRow, now: Date): void => {
    db.update(signups)
      .set({ mailAttempts: mailAttempts + 1, mailTriedAt: now })
      .where(eq(signups.id, id))
      .run();
  },
  /** Clears an owed mail that was sent, unless another one is owed by now. */
  markMailSent: (id: number, mail: SignupMail): void => {
    db.update(signups)
      .set(OWES_NOTHING)
      .where(and(eq(signups.id, id), eq(signups.owedMail, mail)))
      .run();
  },
});

export type SignupsStore = ReturnType<typeof createSignupsStore>;
