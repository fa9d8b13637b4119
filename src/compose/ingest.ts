/** The pipeline from a write to a stored row, put together. */
import type { Config } from '../config/options.ts';
import type { Clock } from '../core/clock.ts';
import type { Events } from '../core/events.ts';
import type { HitStore } from '../core/hits/store.ts';
import type { Log } from '../core/log.ts';
import { createSpamList } from '../features/spam/list.ts';
import { createSpamListStore } from '../features/spam/store.ts';
import { type Countries, createCountries } from '../ingest/country.ts';
import { createFileWatch, withCountryDatabase } from '../ingest/country-database.ts';
import { createPipeline } from '../ingest/pipeline.ts';
import { createSourceFinder } from '../ingest/source.ts';
import { createSpamFilter } from '../ingest/spam.ts';
import { createUserAgentParser } from '../ingest/user-agent.ts';
import type { Visitors } from '../ingest/visitor.ts';
import { createWriter } from '../ingest/writer.ts';
import { fetchOperatorJson, fetchOperatorText } from '../outbound/operator.ts';
import type { AppDb } from '../stores/sqlite/app-db.ts';

interface IngestSettings {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
}

/** Opens the country database and service that the settings name. Throws a `CommandError` when the file cannot be read, so it comes before a data folder is created. */
export function openCountries({ config: options, clock, log }: IngestSettings): Countries {
  return withCountryDatabase(options.geoDb, database =>
    createCountries({
      database,
      service:
        options.geoServiceUrl === null ? null : { url: options.geoServiceUrl, lookup: fetchOperatorJson },
      clock,
      onServiceDown: error =>
        log.warn({ err: error }, 'the country service does not answer: countries stay XX for a while'),
    }),
  );
}

/** The way from a write to a stored row. */
export function createIngest(
  { config: options, clock }: IngestSettings,
  {
    hits,
    events,
    visitors,
    db,
    countries,
  }: {
    readonly hits: Pick<HitStore, 'append'>;
    readonly events: Events;
    readonly visitors: Visitors;
    readonly db: AppDb;
    readonly countries: Countries;
  },
) {
  const spamList = createSpamList({
    store: createSpamListStore(db),
    url: options.spamListUrl,
    fetchText: fetchOperatorText,
  });
  const userAgents = createUserAgentParser();
  const findSource = createSourceFinder();
  const isCountryFileNew = createFileWatch(options.geoDb);
  const findSpam = createSpamFilter({ extraHosts: spamList.hosts });
  const pipeline = createPipeline({ visitors, countries, parseUserAgent: userAgents, findSpam, findSource });
  return {
    visitors,
    userAgents,
    countries,
    findSource,
    spamList,
    findSpam,
    pipeline,
    writer: createWriter({ hits, events, pipeline, clock }),
    reloadCountries(): boolean {
      const isNew = isCountryFileNew();
      if (isNew) withCountryDatabase(options.geoDb, countries.reload);
      return isNew;
    },
  };
}
