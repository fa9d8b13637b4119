/**
 * The stored columns of hits, events, agent visits and spam hits. The store's rows, imports, sums, restored spam,
 * dimensions, filters, groupings and the fields of answers follow from this table. .github/CONTRIBUTING.md says what else
 * a new column needs.
 */
import { MAX_LENGTH } from '../limits.ts';

/** Kinds of rows that are requests or events: all but engagement. */
const RECORDED = ['hit', 'event', 'agent_visit', 'spam_hit'] as const;

/**
 * Kinds of rows: human page views, custom events, visits of AI crawlers, suppressed hits, and how long and how far a page was
 * read. A view may have several rows of engagement, each with its totals so far.
 */
export const HIT_KINDS = [...RECORDED, 'engagement'] as const;
export type HitKind = (typeof HIT_KINDS)[number];

/** Kinds with reports; spam hits are shown as hits. */
export type ReportedKind = (typeof REPORTED)[number];

/** Types of columns, as the engine names them. */
export type ColumnType = 'integer' | 'bigint' | 'timestamp' | 'date' | 'varchar' | 'boolean' | 'ubigint';

interface Column {
  /** Property of `NewHit`; absent for columns that the store derives. */
  readonly property?: string;
  readonly type: ColumnType;
  /** Names before it was renamed: journals and snapshots of older versions have it under one of them. */
  readonly formerNames?: readonly string[];
  /** Kinds whose rows have the column. */
  readonly kinds: readonly HitKind[];
  /** Where ingest takes the value from, unchanged; absent where it computes one. */
  readonly from?: 'write' | 'user_agent';
  /** Whether rows of its kinds always have a value. */
  readonly isRequired?: true;
  /** Present for dimensions of the store: kinds whose reports are filtered and grouped by it, maybe none. */
  readonly dimensionOf?: readonly ReportedKind[];
  /** Whether a visit has it too: the value of its first hit. */
  readonly isOfVisit?: true;
  /** Kinds whose rows show it in answers of the API. */
  readonly shownIn?: readonly ReportedKind[];
  /** How an import reads it; absent for columns that files do not have. */
  readonly import?: {
    /** Maximum length in characters. */
    readonly maxLength?: number;
    /** Whether control characters make a row bad. */
    readonly isSingleLine?: true;
    /** Kinds for which it identifies duplicates: rows that are equal in all such columns are one row, imported twice. */
    readonly identifies?: readonly HitKind[];
  };
}

const VISITS = ['hit', 'event', 'spam_hit'] as const;
/** Kinds whose rows have a visitor. */
const VISITED = [...VISITS, 'engagement'] as const;
/** Kinds that have reports. */
const REPORTED = ['hit', 'event', 'agent_visit'] as const;
/** Kinds that imports may hold. */
export const IMPORTED = [...REPORTED, 'engagement'] as const;
export type ImportedKind = (typeof IMPORTED)[number];
const HUMAN = ['hit', 'event'] as const;
/** Maximum length of a name that only imports give, in characters. */
const MAX_NAME_LENGTH = 200;
/** Maximum length of a version of a browser or platform, in characters. */
const MAX_VERSION_LENGTH = 20;

/** Columns by their name in tables, files and the API, in the order of the tables. */
const COLUMNS = {
  site_id: { property: 'siteId', type: 'integer', kinds: HIT_KINDS, isRequired: true },
  created_at: {
    property: 'createdAt',
    type: 'timestamp',
    kinds: HIT_KINDS,
    isRequired: true,
    shownIn: REPORTED,
    import: { identifies: IMPORTED },
  },
  /** The date in the zone of the site when the row was made, or the zone changed: visits and unique hits are of one day. */
  day: { type: 'date', kinds: HIT_KINDS },
  /** Null only for an event without a page. */
  path: {
    property: 'path',
    type: 'varchar',
    kinds: HIT_KINDS,
    from: 'write',
    dimensionOf: REPORTED,
    shownIn: REPORTED,
    import: { maxLength: MAX_LENGTH.path, isSingleLine: true, identifies: IMPORTED },
  },
  /** Null when it is the site's address followed by the path: the common case, which then takes no space. */
  url: {
    property: 'url',
    type: 'varchar',
    kinds: RECORDED,
    dimensionOf: [],
    shownIn: REPORTED,
    import: { maxLength: MAX_LENGTH.url, isSingleLine: true },
  },
  referrer: {
    property: 'referrer',
    type: 'varchar',
    kinds: RECORDED,
    from: 'write',
    dimensionOf: ['hit'],
    isOfVisit: true,
    shownIn: REPORTED,
    import: { maxLength: MAX_LENGTH.referrer, identifies: REPORTED },
  },
  /** ISO 3166-1 alpha-2; `XX` when unknown. */
  country: {
    property: 'country',
    type: 'varchar',
    kinds: RECORDED,
    isRequired: true,
    dimensionOf: REPORTED,
    isOfVisit: true,
    shownIn: REPORTED,
    import: { identifies: HUMAN },
  },
  /** English name, as the database of cities or a CDN writes it; null unless the site keeps regions. */
  region: {
    property: 'region',
    type: 'varchar',
    kinds: VISITS,
    dimensionOf: HUMAN,
    isOfVisit: true,
    import: { maxLength: MAX_LENGTH.region, isSingleLine: true },
  },
  /** English name; null unless the site keeps cities. */
  city: {
    property: 'city',
    type: 'varchar',
    kinds: VISITS,
    dimensionOf: HUMAN,
    isOfVisit: true,
    import: { maxLength: MAX_LENGTH.city, isSingleLine: true },
  },
  /** A kind in `NETWORKS`: of the address that the row came from; null where that is not known. */
  network: {
    property: 'network',
    type: 'varchar',
    kinds: VISITS,
    dimensionOf: HUMAN,
    isOfVisit: true,
    import: {},
  },
  /** True where the address had had many user agents that day: a program, or a network that many people share. Null otherwise. */
  many_agents: {
    property: 'manyAgents',
    type: 'boolean',
    kinds: VISITS,
    dimensionOf: [],
    import: {},
  },
  /** Primary tag, and the region where there is one: `de`, `pt-BR`. */
  language: {
    property: 'language',
    type: 'varchar',
    kinds: VISITS,
    from: 'write',
    dimensionOf: HUMAN,
    isOfVisit: true,
    import: { maxLength: MAX_LENGTH.language, isSingleLine: true },
  },
  /** A name in `SCREENS`. */
  screen: {
    property: 'screen',
    type: 'varchar',
    kinds: VISITS,
    from: 'write',
    dimensionOf: HUMAN,
    isOfVisit: true,
    import: {},
  },
  browser_name: {
    property: 'browserName',
    type: 'varchar',
    kinds: VISITS,
    from: 'user_agent',
    dimensionOf: HUMAN,
    isOfVisit: true,
    shownIn: ['hit'],
    import: { maxLength: MAX_NAME_LENGTH, isSingleLine: true, identifies: HUMAN },
  },
  platform_name: {
    property: 'platformName',
    type: 'varchar',
    kinds: VISITS,
    from: 'user_agent',
    dimensionOf: HUMAN,
    isOfVisit: true,
    shownIn: ['hit'],
    import: { maxLength: MAX_NAME_LENGTH, isSingleLine: true, identifies: HUMAN },
  },
  /** The major version: `126`. */
  browser_version: {
    property: 'browserVersion',
    type: 'varchar',
    kinds: VISITS,
    from: 'user_agent',
    dimensionOf: HUMAN,
    isOfVisit: true,
    import: { maxLength: MAX_VERSION_LENGTH, isSingleLine: true },
  },
  /** At most two numbers: `17.5`. */
  platform_version: {
    property: 'platformVersion',
    type: 'varchar',
    kinds: VISITS,
    from: 'user_agent',
    dimensionOf: HUMAN,
    isOfVisit: true,
    import: { maxLength: MAX_VERSION_LENGTH, isSingleLine: true },
  },
  is_mobile: {
    property: 'isMobile',
    type: 'boolean',
    kinds: VISITS,
    from: 'user_agent',
    shownIn: ['hit'],
    import: {},
  },
  source: {
    property: 'source',
    type: 'varchar',
    kinds: RECORDED,
    dimensionOf: HUMAN,
    isOfVisit: true,
    shownIn: REPORTED,
    import: { maxLength: MAX_LENGTH.source, isSingleLine: true },
  },
  /** 64-bit keyed hash; null for an anonymous write, which counts as no visitor and no unique hit. */
  visitor_hash: { property: 'visitorHash', type: 'ubigint', kinds: VISITED, import: {} },
  /** Whether the scope of the visitor is `stable`; null exactly when the hash is. */
  visitor_is_stable: { type: 'boolean', kinds: VISITED, import: {} },
  /** False where the scope is `stable` only because a zone changed: the visitor is anonymous. Null otherwise. */
  visitor_is_identified: { type: 'boolean', kinds: VISITED, import: {} },
  /** Whether a hit is the first of its visitor, path and day. */
  is_unique: { type: 'boolean', kinds: ['hit'], import: {} },
  /** Whether a row is the first of its visitor and day. */
  is_first_of_day: { type: 'boolean', kinds: HUMAN },
  event: {
    property: 'event',
    type: 'varchar',
    kinds: ['event'],
    from: 'write',
    dimensionOf: ['event'],
    shownIn: ['event'],
    import: { maxLength: MAX_LENGTH.event, isSingleLine: true, identifies: ['event'] },
  },
  value: {
    property: 'value',
    type: 'varchar',
    kinds: ['event'],
    from: 'write',
    dimensionOf: ['event'],
    shownIn: ['event'],
    import: { maxLength: MAX_LENGTH.value, identifies: ['event'] },
  },
  agent_name: {
    property: 'agentName',
    type: 'varchar',
    kinds: ['agent_visit'],
    dimensionOf: ['agent_visit'],
    shownIn: ['agent_visit'],
    import: { maxLength: MAX_NAME_LENGTH, isSingleLine: true, identifies: ['agent_visit'] },
  },
  provider: {
    property: 'provider',
    type: 'varchar',
    kinds: ['agent_visit'],
    dimensionOf: ['agent_visit'],
    shownIn: ['agent_visit'],
    import: { maxLength: MAX_NAME_LENGTH, isSingleLine: true },
  },
  category: {
    property: 'category',
    type: 'varchar',
    kinds: ['agent_visit'],
    dimensionOf: ['agent_visit'],
    shownIn: ['agent_visit'],
    import: {},
  },
  /** The status that the request was answered with; null where it is not known: only access logs tell. */
  status_code: {
    property: 'statusCode',
    type: 'integer',
    kinds: ['agent_visit'],
    dimensionOf: ['agent_visit'],
    shownIn: ['agent_visit'],
    import: {},
  },
  /** Id of the import of a followed log that the row came with; null for all others. */
  followed_import: { property: 'followedImport', type: 'integer', kinds: ['hit', 'agent_visit'] },
  /** Distinguishes the views of a visitor and page. */
  view: {
    property: 'view',
    type: 'ubigint',
    kinds: ['engagement'],
    from: 'write',
    import: { identifies: ['engagement'] },
  },
  /** How long the page was visible and active in the view so far. */
  engaged_seconds: {
    property: 'engagedSeconds',
    type: 'integer',
    kinds: ['engagement'],
    from: 'write',
    import: { identifies: ['engagement'] },
  },
  /** How far down the page was seen in the view so far, in percent of its height; null if it has none. */
  scroll_depth: {
    property: 'scrollDepth',
    type: 'integer',
    kinds: ['engagement'],
    from: 'write',
    import: { identifies: ['engagement'] },
  },
  /** Why a hit was suppressed. */
  reason: { property: 'reason', type: 'varchar', kinds: ['spam_hit'], dimensionOf: [] },
  /** As `formatProperties` writes them; each is a dimension. */
  properties: { property: 'properties', type: 'varchar', kinds: VISITS, from: 'write', import: {} },
  /** In ten-thousandths; null exactly when the currency is. */
  revenue_amount: { property: 'revenueAmount', type: 'bigint', kinds: ['event'], from: 'write', import: {} },
  /** ISO 4217. */
  revenue_currency: {
    property: 'revenueCurrency',
    type: 'varchar',
    kinds: ['event'],
    from: 'write',
    import: {},
  },
  /** What changes that can be undone have replaced, newest first: JSON, as `stores/sql/former-values.ts` writes it. */
  former_values: { type: 'varchar', kinds: HIT_KINDS },
} as const satisfies Readonly<Record<string, Column>>;

type Columns = typeof COLUMNS;
export type ColumnName = keyof Columns;
type NameWith<Quality> = {
  [Name in ColumnName]: Columns[Name] extends Quality ? Name : never;
}[ColumnName];
/** Columns that rows are filtered and grouped by. */
export type DimensionColumn = NameWith<{ dimensionOf: readonly ReportedKind[] }>;
/** Columns that an import reads from a file. */
export type ImportColumn = NameWith<{ import: object }>;

interface ValueTypes {
  integer: number;
  bigint: number;
  timestamp: Date;
  date: Date;
  varchar: string;
  boolean: boolean;
  ubigint: bigint;
}
type ValueOf<C extends { readonly type: ColumnType }> =
  | ValueTypes[C['type']]
  | (C extends { isRequired: true } ? never : null);

/** The values of a row by their properties. A column that the row's kind lacks is null. */
export type ColumnValues = {
  readonly [Name in NameWith<{ property: string }> as Columns[Name]['property']]: ValueOf<Columns[Name]>;
};

/** The values that ingest takes unchanged from a write, or from its user agent. */
export type ValuesFrom<Origin extends 'write' | 'user_agent'> = Pick<
  ColumnValues,
  Columns[NameWith<{ from: Origin }>]['property']
>;

/** Every column with its name, in the order of the tables. */
export const columns: readonly (Column & { readonly name: ColumnName })[] = (
  Object.keys(COLUMNS) as ColumnName[]
).map(name => ({ name, ...COLUMNS[name] }));

/** Kinds of rows that followed logs bring. */
export const FOLLOWED_KINDS: readonly HitKind[] = COLUMNS.followed_import.kinds;

/** Returns the columns of a kind's table after `id`, in order. */
export const columnsOfKind = (kind: HitKind) => columns.filter(({ kinds }) => kinds.includes(kind));
