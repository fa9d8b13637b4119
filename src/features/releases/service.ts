/** Whether there is a newer release than this program: checked once a day at the address that the operator names. */
import type { FetchOptions, OutboundResponse } from '../../outbound/fetch.ts';

export interface ReleasesDeps {
  /** Address of JSON with `tag_name` or `version`; null: nothing is asked. */
  readonly url: string | null;
  /** Version of this program. */
  readonly version: string;
  readonly fetchPublic: (url: string, options: FetchOptions) => Promise<OutboundResponse>;
}

const LIMITS = { timeoutMs: 15_000, maxBytes: 512 * 1024, redirects: 3 } as const;
const VERSION_FORM = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/;

/** Parses `1.2.3` or `v1.2.3`; undefined for anything else, such as a release candidate. */
const parseVersion = (text: string): readonly number[] | undefined =>
  VERSION_FORM.exec(text)?.slice(1).map(Number);

/** Returns whether a version is newer than another. */
function isNewer(version: readonly number[], than: readonly number[]): boolean {
  const index = version.findIndex((part, place) => part !== than[place]);
  return index >= 0 && (version[index] ?? 0) > (than[index] ?? 0);
}

/** Reads the version that an answer names; empty where it names none. */
function readVersion(body: Uint8Array): string {
  try {
    const { tag_name: tag, version } = JSON.parse(new TextDecoder().decode(body)) as {
      readonly tag_name?: unknown;
      readonly version?: unknown;
    };
    return String(tag ?? version);
  } catch {
    return '';
  }
}

export function createReleasesService({ url, version, fetchPublic }: ReleasesDeps) {
  let newer: string | null = null;
  return {
    /** Returns the newest release, such as `0.3.0`, where it is newer than this program. */
    findNewer: (): string | null => newer,
    /** Asks for the newest release. Rejects when the answer names none. */
    async check(signal: AbortSignal): Promise<void> {
      if (url === null) return;
      const { status, body } = await fetchPublic(url, {
        ...LIMITS,
        headers: { accept: 'application/json', 'user-agent': 'Footfall' },
        signal,
      });
      if (status !== 200) throw new Error(`the address of FOOTFALL_RELEASES_URL answered ${status}`);
      const found = parseVersion(readVersion(body));
      if (!found) throw new Error('the address of FOOTFALL_RELEASES_URL names no version');
      newer = isNewer(found, parseVersion(version) ?? [0, 0, 0]) ? found.join('.') : null;
    },
  };
}

export type ReleasesService = ReturnType<typeof createReleasesService>;
